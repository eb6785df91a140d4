-- `:Braid NAME`

local client = require('braid.client')

local M = {}

local function here()
  return vim.api.nvim_get_current_buf()
end

local function threads(buffer, number)
  client.execute(buffer, 'braid.threads', vim.uri_from_bufnr(buffer), number)
end

-- What is said about the word under the cursor, by Braid alone.
local function predicates()
  local buffer = here()
  local params = vim.lsp.util.make_position_params(0, client.of(buffer) and client.of(buffer).offset_encoding)
  client.request(buffer, 'textDocument/hover', params, function(result)
    if not result or not result.contents then
      return vim.notify('Braid has nothing to say here')
    end
    local lines = vim.lsp.util.convert_input_to_markdown_lines(result.contents)
    vim.lsp.util.open_floating_preview(lines, 'markdown', { focus_id = 'braid' })
  end)
end

local commands = {
  check = function()
    local buffer = here()
    if client.of(buffer) then
      client.execute(buffer, 'braid.check', vim.uri_from_bufnr(buffer))
    else
      client.attach(buffer)
    end
  end,
  stop = function() client.execute(here(), 'braid.stop', vim.uri_from_bufnr(here())) end,
  threads = function(word)
    local buffer = here()
    local number = word == 'any' and 'any' or tonumber(word)
    if number then
      return threads(buffer, number)
    elseif word then
      return vim.notify('Braid: a number of threads is a number or `any`, not ' .. word, vim.log.levels.ERROR)
    end
    vim.ui.select({ 'any', 2, 3, 4 }, { prompt = 'How many threads may the program create?' }, function(chosen)
      if chosen then
        threads(buffer, chosen)
      end
    end)
  end,
  trace = function() require('braid.trace').open(here()) end,
  predicates = predicates,
  settings = function() client.execute(here(), 'braid.showSettings') end,
  restart = function() client.restart(here()) end,
  log = function() vim.cmd('tabedit ' .. vim.fn.fnameescape(vim.lsp.get_log_path())) end,
}

function M.run(words)
  local command = commands[words[1]]
  if command then
    command(words[2])
  else
    vim.notify('Braid: no such command: ' .. words[1], vim.log.levels.ERROR)
  end
end

function M.complete(line)
  local words = vim.split(line, '%s+')
  local choices = vim.tbl_keys(commands)
  table.sort(choices)
  if words[#words - 1] == 'threads' then
    choices = { 'any', '2', '3', '4' }
  end
  return vim.tbl_filter(function(choice) return vim.startswith(choice, words[#words]) end, choices)
end

return M
