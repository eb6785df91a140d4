-- What users call: setup, and the text for a statusline.

local M = {}

M.version = '0.1.0'

M.config = {
  -- How the server is started.
  cmd = { 'braid', 'lsp' },
  -- Whether every C file is checked; otherwise only after `:Braid check`.
  autostart = true,
  -- As in braid.toml.
  settings = {},
  -- A sign beside every assertion.
  signs = true,
  -- What the server has to say above thread functions.
  lens = true,
  -- In buffers that are checked, unless the key is taken; false for none.
  keys = { trace = 'gb' },
}

function M.setup(options)
  M.config = vim.tbl_deep_extend('force', M.config, options or {})
end

-- What is known about the current buffer, or '' if it is none of Braid's.
function M.statusline()
  return require('braid.status').text(vim.api.nvim_get_current_buf())
end

return M
