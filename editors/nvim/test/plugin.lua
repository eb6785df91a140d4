-- Drives the plugin in a headless Neovim (0.7 or newer) the way a user would.
--
--   BRAID_SERVER=... nvim --headless -u NONE -i NONE -n --cmd 'set rtp+=editors/nvim' \
--     -c 'luafile editors/nvim/test/plugin.lua' -c 'cquit!' counter.c
--
-- The file is the example of the VS Code extension. The last command is for a script that cannot even be loaded.

local PATIENCE_MS = 60000

local function check(condition, message, ...)
  if not condition then
    error(string.format(message, ...), 2)
  end
end

local function same(found, expected)
  check(vim.deep_equal(found, expected), 'found %s instead of %s', vim.inspect(found), vim.inspect(expected))
end

local function eventually(what, condition)
  if not vim.wait(PATIENCE_MS, condition, 10) then
    error(string.format('not within %d ms: %s\n%s', PATIENCE_MS, what, vim.api.nvim_exec('messages', true)), 2)
  end
end

local buffer = vim.api.nvim_get_current_buf()

local function line_with(text)
  for line, content in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    if content:find(text, 1, true) then
      return line
    end
  end
  error('no line contains ' .. text, 2)
end

local function sign_at(line)
  local placed = vim.fn.sign_getplaced(buffer, { group = 'braid', lnum = line })[1].signs[1]
  return placed and placed.name
end

local function sign_becomes(mark)
  eventually('the sign is ' .. mark, function() return sign_at(line_with('assert(')) == 'Braid-' .. mark end)
end

local function status_becomes(text)
  eventually('the status is ' .. text, function() return require('braid').statusline():find(text, 1, true) end)
end

local function errors()
  return vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR })
end

local function comment_out(wanted)
  vim.cmd(wanted and [[silent %s#^    pthread_mutex#    // pthread_mutex#]] or [[silent %s#// pthread_mutex#pthread_mutex#]])
end

local tests = {}

function tests.a_violation_is_shown()
  sign_becomes('violated')
  status_becomes('Braid: 1 violated')
  eventually('a diagnostic', function() return #errors() == 1 end)
end

function tests.the_trace_and_the_source_move_together()
  local trace = require('braid.trace')
  local source = vim.api.nvim_get_current_win()
  vim.api.nvim_win_set_cursor(source, { line_with('assert('), 4 })
  vim.cmd('normal gb')
  eventually('the trace', trace.shown)
  local shown = trace.shown()
  local n_steps = #shown.trace.steps
  same(shown.step, n_steps)
  same(vim.api.nvim_get_current_win(), shown.window)

  -- Up in the trace, and the source follows.
  vim.cmd('normal k')
  vim.cmd('doautocmd CursorMoved')
  same(trace.shown().step, n_steps - 1)
  same(vim.api.nvim_win_get_cursor(source)[1], line_with('count = seen + 1;'))
  local notes = vim.api.nvim_buf_get_extmarks(buffer, vim.api.nvim_create_namespace('braid-trace-source'), 0, -1, { details = true })
  local texts = vim.tbl_map(function(mark) return mark[4].virt_text[1][1] end, notes)
  check(vim.tbl_contains(texts, 'worker#1 goes on here'), 'the notes are %s', vim.inspect(texts))

  -- Up in the source, and the trace follows.
  vim.api.nvim_set_current_win(source)
  vim.api.nvim_win_set_cursor(source, { line_with('unsigned seen = count;'), 0 })
  vim.cmd('doautocmd CursorMoved')
  same(trace.shown().step, n_steps - 2)

  vim.api.nvim_set_current_win(shown.window)
  vim.cmd('normal q')
  same(trace.shown(), nil)
  same(vim.api.nvim_buf_get_extmarks(buffer, vim.api.nvim_create_namespace('braid-trace-source'), 0, -1, {}), {})
  same(vim.api.nvim_get_current_win(), source)
end

function tests.hover_tells_of_predicates()
  vim.api.nvim_win_set_cursor(0, { line_with('unsigned seen = count;'), 20 })
  vim.cmd('Braid predicates')
  local float
  eventually('a window', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        float = window
      end
    end
    return float
  end)
  local text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float), 0, -1, false), '\n')
  check(text:find('Braid'), 'it says %s', text)
  vim.api.nvim_win_close(float, true)
end

function tests.the_lens_leads_to_the_trace()
  local lens
  eventually('a lens', function()
    lens = vim.lsp.codelens.get(buffer)[1]
    return lens and lens.command
  end)
  vim.api.nvim_win_set_cursor(0, { lens.range.start.line + 1, 0 })
  vim.lsp.codelens.run()
  eventually('the trace', require('braid.trace').shown)
  vim.cmd('normal q')
end

function tests.a_fix_is_stale_first_and_then_proved()
  sign_becomes('violated')
  comment_out(false)
  sign_becomes('proved')
  status_becomes('Braid: 1 of 1 proved')
  same(#errors(), 0)
end

function tests.a_number_of_threads_is_a_bound()
  vim.cmd('Braid threads 3')
  sign_becomes('bounded')
  vim.cmd('Braid threads any')
  sign_becomes('proved')
end

function tests.the_bug_comes_back_with_its_cause()
  comment_out(true)
  sign_becomes('violated')
  vim.cmd('Braid check')
  status_becomes('Braid: 1 violated')
end

function tests.commands_are_completed()
  same(require('braid.commands').complete('Braid t'), { 'threads', 'trace' })
  same(require('braid.commands').complete('Braid threads '), { 'any', '2', '3', '4' })
end

function tests.words_that_mean_nothing_are_said_to()
  local notify, said = vim.notify, {}
  vim.notify = function(message) table.insert(said, message) end
  vim.cmd('Braid threads some')
  vim.cmd('Braid nonsense')
  vim.notify = notify
  same(said, { 'Braid: a number of threads is a number or `any`, not some', 'Braid: no such command: nonsense' })
end

function tests.the_log_is_there()
  vim.cmd('Braid log')
  check(vim.api.nvim_buf_get_name(0):match('lsp%.log$'), 'this is %s', vim.api.nvim_buf_get_name(0))
  vim.cmd('tabclose')
end

function tests.narrow_windows_get_a_list()
  local step = { thread = 0, range = { start = { line = 4 } }, text = 'x = 1;', story = 'sets x = 1', switch = false }
  local trace = { title = 'x', threads = { { name = 'main' }, { name = 'worker#1' } }, steps = { step } }
  same(require('braid.lanes').draw(trace, 30).lines, { 'x', '', ' 1  main 5 x = 1;', '      sets x = 1' })
  same(require('braid.lanes').draw(trace, 60).lines, {
    'x',
    '',
    '    main                        worker#1',
    ' 1  ┃ 5 x = 1;                  │',
    '    ┃   sets x = 1              │',
  })
end

function tests.help_is_there()
  vim.cmd('helptags ' .. vim.fn.fnameescape(vim.env.BRAID_DOC))
  vim.cmd('help braid-commands')
  vim.cmd('helpclose')
end

function tests.a_restart_starts_anew()
  local client = require('braid.client')
  local before = client.of(buffer).id
  vim.cmd('Braid restart')
  eventually('another client', function() return client.of(buffer) and client.of(buffer).id ~= before end)
  sign_becomes('violated')
end

local order = {
  'a_violation_is_shown', 'the_trace_and_the_source_move_together', 'hover_tells_of_predicates',
  'the_lens_leads_to_the_trace', 'a_fix_is_stale_first_and_then_proved', 'a_number_of_threads_is_a_bound',
  'the_bug_comes_back_with_its_cause', 'commands_are_completed', 'words_that_mean_nothing_are_said_to',
  'the_log_is_there', 'narrow_windows_get_a_list', 'help_is_there',
  'a_restart_starts_anew',
}

local version = vim.version()
local name = string.format('nvim %d.%d', version.major, version.minor)
require('braid').setup({ cmd = { vim.env.BRAID_SERVER, 'lsp' } })
vim.cmd('runtime plugin/braid.lua')
vim.cmd('set filetype=c')
local failed = false
for _, test in ipairs(order) do
  local start = vim.loop.now()
  local ok, message = xpcall(tests[test], debug.traceback)
  vim.loop.update_time()
  local words = test:gsub('_', ' ')
  io.stdout:write(string.format(ok and 'ok   %s: %s (%d ms)\n' or 'FAIL %s: %s (%d ms)\n', name, words, vim.loop.now() - start))
  if not ok then
    io.stdout:write(tostring(message) .. '\n')
    failed = true
    break
  end
end
vim.cmd(failed and 'cquit!' or 'qall!')
