-- The server and the buffers that it looks after.

local M = {}

local MARKERS = { 'braid.toml', 'compile_commands.json', '.git' }

-- Old versions start a client for every buffer unless told otherwise.
local by_root = {}

-- Buffers to be attached again when the server has ended.
local restarting = {}
-- Clients that are on their way out; newer versions of Neovim would use them again.
local stopping = {}

local function root_of(buffer)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':p:h')
  for _, marker in ipairs(MARKERS) do
    local file = vim.fn.findfile(marker, folder .. ';')
    local found = file ~= '' and file or vim.fn.finddir(marker, folder .. ';')
    if found ~= '' then
      return vim.fn.fnamemodify(found, ':p'):gsub('/$', ''):match('^(.*)/')
    end
  end
  return folder
end

local function on_init(client, result)
  local version = result and result.serverInfo and result.serverInfo.version or 'unknown'
  local line = function(text) return text:match('^%d+%.%d+') end
  if line(version) ~= line(require('braid').version) then
    local message = 'This is Braid %s for Neovim, but the server (%s) is version %s; some of it may not work'
    local program = require('braid').config.cmd[1]
    vim.notify(message:format(require('braid').version, program, version), vim.log.levels.WARN)
  end
  return client
end

local function handlers()
  local verdicts = require('braid.verdicts')
  local status = require('braid.status')
  local all = {
    ['braid/verdicts'] = function(_, result) verdicts.receive(result) end,
    ['braid/status'] = function(_, result) status.receive(result) end,
  }
  if not vim.lsp.handlers['window/showDocument'] then
    all['window/showDocument'] = function(_, result)
      vim.cmd('split ' .. vim.fn.fnameescape(vim.uri_to_fname(result.uri)))
      return { success = true }
    end
  end
  local hints = vim.lsp.handlers['textDocument/inlayHint']
  if hints then
    -- Neovim asks for hints while the server is being stopped, and would complain that they are refused.
    all['textDocument/inlayHint'] = function(error, ...)
      return not error and hints(error, ...) or nil
    end
  end
  return all
end

local function client_config(root)
  local config = require('braid').config
  -- An empty table would become a list.
  local settings = next(config.settings) and config.settings or vim.empty_dict()
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  capabilities.experimental = vim.tbl_extend('force', capabilities.experimental or {}, { braid = true })
  capabilities.window.showDocument = { support = true }
  return {
    name = 'braid',
    cmd = config.cmd,
    root_dir = root,
    capabilities = capabilities,
    init_options = settings,
    settings = { braid = settings },
    handlers = handlers(),
    on_init = on_init,
    on_attach = function(_, buffer) require('braid.buffer').enter(buffer) end,
    on_exit = function()
      by_root[root] = nil
      vim.schedule(function()
        require('braid.verdicts').forget()
        require('braid.status').forget()
        local again = restarting
        restarting = {}
        for _, buffer in ipairs(again) do
          M.attach(buffer)
        end
      end)
    end,
  }
end

-- The client of a buffer, if it has one.
function M.of(buffer)
  local all = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer }) or vim.lsp.buf_get_clients(buffer)
  for _, client in pairs(all) do
    if client.name == 'braid' then
      return client
    end
  end
end

function M.attach(buffer)
  local program = require('braid').config.cmd[1]
  if vim.api.nvim_buf_get_name(buffer) == '' or vim.bo[buffer].buftype ~= '' then
    return
  end
  if vim.fn.executable(program) == 0 then
    local message = "Braid's server was not found: there is no `%s`. See :help braid-install"
    vim.notify_once(message:format(program), vim.log.levels.WARN)
    return
  end
  local root = root_of(buffer)
  if vim.lsp.start then
    local same = function(client, config)
      return client.name == config.name and client.config.root_dir == root and not stopping[client.id]
    end
    vim.lsp.start(client_config(root), { bufnr = buffer, reuse_client = same })
    return
  end
  by_root[root] = by_root[root] or vim.lsp.start_client(client_config(root))
  if by_root[root] then
    vim.lsp.buf_attach_client(buffer, by_root[root])
  end
end

function M.request(buffer, method, params, answer)
  local client = M.of(buffer)
  if not client then
    vim.notify('Braid does not look after this buffer', vim.log.levels.WARN)
    return
  end
  local handle = function(error, result)
    if error then
      vim.notify('Braid: ' .. error.message, vim.log.levels.WARN)
    elseif answer then
      answer(result)
    end
  end
  if vim.fn.has('nvim-0.11') == 1 then
    client:request(method, params, handle, buffer)
  else
    client.request(method, params, handle, buffer)
  end
end

function M.execute(buffer, command, ...)
  M.request(buffer, 'workspace/executeCommand', { command = command, arguments = { ... } })
end

function M.restart(buffer)
  local client = M.of(buffer)
  if not client then
    return M.attach(buffer)
  end
  restarting = vim.lsp.get_buffers_by_client_id(client.id)
  stopping[client.id] = true
  vim.lsp.stop_client(client.id)
end

return M
