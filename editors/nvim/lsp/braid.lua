-- For Neovim 0.11 and its vim.lsp.enable('braid'), without the rest of this plugin. Not tested.
return {
  cmd = { 'braid', 'lsp' },
  filetypes = { 'c' },
  root_markers = { 'braid.toml', 'compile_commands.json', '.git' },
}
