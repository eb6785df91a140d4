if vim.g.loaded_braid then
  return
end
vim.g.loaded_braid = true

if vim.fn.has('nvim-0.7') == 0 then
  vim.notify('Braid needs Neovim 0.7 or newer', vim.log.levels.ERROR)
  return
end

vim.api.nvim_create_user_command('Braid', function(args)
  require('braid.commands').run(args.fargs)
end, {
  nargs = '+',
  desc = 'Braid: check, stop, threads, trace, predicates, settings, restart, log',
  complete = function(_, line)
    return require('braid.commands').complete(line)
  end,
})

vim.api.nvim_create_autocmd('FileType', {
  group = vim.api.nvim_create_augroup('braid', {}),
  pattern = 'c',
  desc = 'Braid: check this file',
  callback = function(event)
    if require('braid').config.autostart then
      require('braid.client').attach(event.buf)
    end
  end,
})
