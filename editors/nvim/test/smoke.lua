-- Drives a headless Neovim (0.7.2 or newer) against a language server, the way a user would: open a
-- file with a bug, read what is said about it, mend it, break it again.
--
--   BRAID_LSP_CMD='target/debug/braid lsp' BRAID_LINE_TOO_EARLY=atomic_store_explicit \
--     nvim --headless -u NONE -i NONE -n -c 'luafile editors/nvim/test/smoke.lua' -c 'cquit!' \
--     flag_data_bug.c
--
-- The bug is a line that stands one line too early; `BRAID_LINE_TOO_EARLY` is a part of it. The line of
-- the assertion that fails bears the corpus marker `//~ unsafe`. What is seen is printed in lines
-- `NAME JSON`, for the reader of a failed test; the exit code is 0 if all is well and 1 otherwise. The
-- last command above is for a script that cannot even be loaded: Neovim would wait forever.

local PATIENCE_MS = tonumber(vim.env.BRAID_PATIENCE_MS or '120000')

local function say(name, value)
  io.stdout:write(name .. ' ' .. vim.fn.json_encode(value) .. '\n')
end

local function check(condition, message, ...)
  if not condition then
    error(string.format(message, ...), 0)
  end
end

local function eventually(what, condition)
  check(vim.wait(PATIENCE_MS, condition, 20), 'not within %d ms: %s', PATIENCE_MS, what)
end

-- The number of the first line that contains a text, counted from 0, and the line.
local function line_with(buffer, text)
  for idx, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    if line:find(text, 1, true) then
      return idx - 1, line
    end
  end
  error('no line contains ' .. text, 0)
end

local function errors(buffer)
  return vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR })
end

local function attach(buffer)
  local id = vim.lsp.start_client({
    name = 'braid',
    cmd = vim.split(vim.env.BRAID_LSP_CMD, ' '),
    root_dir = vim.fn.getcwd(),
  })
  check(id, 'the server cannot be started: %s', vim.env.BRAID_LSP_CMD)
  vim.bo[buffer].filetype = 'c'
  check(vim.lsp.buf_attach_client(buffer, id), 'the server does not take the buffer')
  return id
end

-- The places that lead up to the failure, which is the last one.
local function inspect_related(buffer, related, failure)
  check(#related > 1 and #related <= 12, '%d related places', #related)
  local before = 0
  for _, place in ipairs(related) do
    local number, total = place.message:match('^%[(%d+)/(%d+)%] %S')
    check(number, 'not numbered: %s', place.message)
    check(tonumber(number) > before, 'out of order: %s', place.message)
    check(tonumber(number) <= tonumber(total), 'more than there are: %s', place.message)
    check(place.location.uri == vim.uri_from_bufnr(buffer), 'elsewhere: %s', place.location.uri)
    before = tonumber(number)
  end
  local last = related[#related]
  check(last.location.range.start.line == failure, 'not the failure: %s', last.message)
end

-- The one error: where it is, what it says, and how it comes to pass.
local function inspect(buffer)
  eventually('an error is shown', function() return #errors(buffer) > 0 end)
  say('BROKEN', vim.diagnostic.get(buffer))
  check(#errors(buffer) == 1, '%d errors are shown instead of one', #errors(buffer))
  local found = errors(buffer)[1]
  local lnum, line = line_with(buffer, '//~ unsafe')
  check(found.source == 'braid', 'the source is %s', tostring(found.source))
  check(found.lnum == lnum, 'the error is in line %d instead of %d', found.lnum + 1, lnum + 1)
  check(found.col == line:find('assert', 1, true) - 1, 'it starts at column %d', found.col + 1)
  check(not found.message:find('\n'), 'the message has several lines: %s', found.message)
  -- Old versions keep the code here only, and new ones at the top as well.
  local lsp = found.user_data and found.user_data.lsp or {}
  check(lsp.code == 'assertion-violated', 'the code is %s', tostring(lsp.code))
  inspect_related(buffer, lsp.relatedInformation or {}, lnum)
end

local function mend_and_break_again(buffer)
  local lnum = line_with(buffer, vim.env.BRAID_LINE_TOO_EARLY)
  vim.cmd(string.format('%dmove %d', lnum + 1, lnum + 2))
  eventually('the error is gone', function() return #errors(buffer) == 0 end)
  say('MENDED', vim.diagnostic.get(buffer))
  -- Back where it was: the server's copy of the text has followed both edits.
  vim.cmd(string.format('%dmove %d', lnum + 2, lnum))
  inspect(buffer)
end

local function detach(id)
  vim.lsp.stop_client(id)
  local stopped = function() return vim.lsp.client_is_stopped(id) end
  check(vim.wait(5000, stopped, 20), 'the server does not stop')
end

local ok, message = pcall(function()
  local buffer = vim.api.nvim_get_current_buf()
  local id = attach(buffer)
  inspect(buffer)
  mend_and_break_again(buffer)
  detach(id)
end)
if not ok then
  io.stdout:write('FAIL ' .. tostring(message) .. '\n')
end
vim.cmd(ok and 'qall!' or 'cquit!')
