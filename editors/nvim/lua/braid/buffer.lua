-- What a buffer gets when the server takes it over.

local M = {}

local function map(buffer, key, action, desc)
  if key and vim.fn.mapcheck(key, 'n') == '' then
    vim.api.nvim_buf_set_keymap(buffer, 'n', key, '', { callback = action, desc = desc })
  end
end

-- What lenses and code actions ask for; other clients get a document from the server instead.
local function show_trace(command, context)
  local uri, id = unpack(command.arguments)
  require('braid.trace').show(uri, id, context.bufnr or vim.api.nvim_get_current_buf())
end

function M.enter(buffer)
  vim.lsp.commands['braid.showTrace'] = show_trace
  if vim.b[buffer].braid then
    return
  end
  vim.b[buffer].braid = true
  local config = require('braid').config
  map(buffer, config.keys.trace, function() require('braid.trace').open(buffer) end, 'Braid: show trace')
  vim.api.nvim_buf_attach(buffer, false, {
    on_lines = function()
      vim.schedule(function() require('braid.verdicts').edited(buffer) end)
    end,
    on_detach = function() require('braid.verdicts').forget(buffer) end,
  })
end

return M
