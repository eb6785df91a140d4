-- The trace of a violation in a split. Moving in it moves in the source, and moving in the source moves in it.

local M = {}

local space = vim.api.nvim_create_namespace('braid-trace')
local here = vim.api.nvim_create_namespace('braid-trace-source')
local open -- { trace, drawing, buffer, window, source (a window), step, tick by buffer }

local GROUPS = {
  BraidTitle = 'Title',
  BraidThread = 'Identifier',
  BraidNumber = 'LineNr',
  BraidLane = 'NonText',
  BraidActive = 'Special',
  BraidStory = 'Comment',
  BraidStep = 'Visual',
  BraidNote = 'DiagnosticVirtualTextInfo',
}

local function is_open()
  return open and vim.api.nvim_buf_is_valid(open.buffer) and vim.api.nvim_win_is_valid(open.window)
end

local function clear_source()
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    vim.api.nvim_buf_clear_namespace(buffer, here, 0, -1)
  end
end

local function source_buffer(step)
  local buffer = vim.uri_to_bufnr(step.uri)
  vim.fn.bufload(buffer)
  return buffer
end

-- Writes beside a line of the source.
local function note(step, text, group, whole)
  local buffer, line = source_buffer(step), step.range.start.line
  if line < vim.api.nvim_buf_line_count(buffer) then
    vim.api.nvim_buf_set_extmark(buffer, here, line, 0, {
      virt_text = { { text, group } },
      end_row = whole and line + 1 or nil,
      hl_group = whole and 'BraidStep' or nil,
      hl_eol = whole or nil,
    })
  end
end

-- Where the other threads go on.
local function note_others()
  local trace = open.trace
  local told = { [trace.steps[open.step].thread] = true }
  for idx = open.step + 1, #trace.steps do
    local step = trace.steps[idx]
    if not told[step.thread] then
      told[step.thread] = true
      note(step, trace.threads[step.thread + 1].name .. ' goes on here', 'BraidStory', false)
    end
  end
end

local function is_stale(step)
  local buffer = source_buffer(step)
  return open.ticks[buffer] and open.ticks[buffer] ~= vim.api.nvim_buf_get_changedtick(buffer)
end

local function show_source(step)
  local buffer, line = source_buffer(step), step.range.start.line + 1
  if not vim.api.nvim_win_is_valid(open.source) then
    return
  end
  if vim.api.nvim_win_get_buf(open.source) ~= buffer then
    vim.api.nvim_win_set_buf(open.source, buffer)
  end
  if line <= vim.api.nvim_buf_line_count(buffer) and vim.api.nvim_win_get_cursor(open.source)[1] ~= line then
    vim.api.nvim_win_set_cursor(open.source, { line, 0 })
  end
end

local function line_of(step)
  for line, owner in ipairs(open.drawing.steps) do
    if owner == step then
      return line
    end
  end
end

-- Makes a step, counted from 1, the one that is looked at.
local function select(step)
  open.step = step
  local told = open.trace.steps[step]
  clear_source()
  if is_stale(told) then
    return
  end
  local name = open.trace.threads[told.thread + 1].name
  note_others()
  note(told, name .. ' ' .. told.story, told.failure and 'BraidViolated' or 'BraidNote', true)
end

local function moved_in_trace()
  if not is_open() then
    return
  end
  local step = open.drawing.steps[vim.api.nvim_win_get_cursor(open.window)[1]]
  if step and step ~= open.step then
    select(step)
    show_source(open.trace.steps[step])
  end
end

-- The step in this line of the source that is nearest to the one that was looked at.
local function step_at(buffer, line)
  local nearest
  for idx, step in ipairs(open.trace.steps) do
    if step.range.start.line == line and source_buffer(step) == buffer then
      if not nearest or math.abs(idx - open.step) < math.abs(nearest - open.step) then
        nearest = idx
      end
    end
  end
  return nearest
end

local function moved_in_source()
  if not is_open() or vim.api.nvim_get_current_win() ~= open.source then
    return
  end
  local line = vim.api.nvim_win_get_cursor(open.source)[1] - 1
  local step = step_at(vim.api.nvim_get_current_buf(), line)
  if step and step ~= open.step then
    select(step)
    vim.api.nvim_win_set_cursor(open.window, { line_of(step), 0 })
  end
end

local function go(step)
  local target = line_of(math.max(1, math.min(step, #open.trace.steps)))
  vim.api.nvim_win_set_cursor(open.window, { target, 0 })
  moved_in_trace()
end

local function close()
  if is_open() then
    vim.api.nvim_win_close(open.window, true)
  end
end

local function map(key, action)
  vim.api.nvim_buf_set_keymap(open.buffer, 'n', key, '', { callback = action, nowait = true })
end

local function link()
  local group = vim.api.nvim_create_augroup('braid-trace', {})
  vim.api.nvim_create_autocmd('CursorMoved', { group = group, buffer = open.buffer, callback = moved_in_trace })
  vim.api.nvim_create_autocmd('CursorMoved', { group = group, pattern = '*', callback = moved_in_source })
  vim.api.nvim_create_autocmd('BufWipeout', {
    group = group,
    buffer = open.buffer,
    callback = function()
      clear_source()
      vim.api.nvim_del_augroup_by_id(group)
      open = nil
    end,
  })
  for _, key in ipairs({ 'j', '<Down>' }) do
    map(key, function() go(open.step + 1) end)
  end
  for _, key in ipairs({ 'k', '<Up>' }) do
    map(key, function() go(open.step - 1) end)
  end
  map('<CR>', function() vim.api.nvim_set_current_win(open.source) end)
  map('q', close)
end

local function write()
  local drawing = open.drawing
  vim.api.nvim_buf_set_lines(open.buffer, 0, -1, false, drawing.lines)
  for _, piece in ipairs(drawing.highlights) do
    vim.api.nvim_buf_add_highlight(open.buffer, space, piece[4], piece[1], piece[2], piece[3])
  end
  vim.bo[open.buffer].modifiable = false
end

local function show(trace)
  close()
  for group, link_to in pairs(GROUPS) do
    vim.cmd(string.format('highlight default link %s %s', group, link_to))
  end
  local source = vim.api.nvim_get_current_win()
  vim.cmd('botright new')
  open = { trace = trace, source = source, window = vim.api.nvim_get_current_win(), step = 0, ticks = {} }
  open.buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_name(open.buffer, 'braid://trace')
  for option, value in pairs({ buftype = 'nofile', bufhidden = 'wipe', swapfile = false, filetype = 'braid-trace' }) do
    vim.bo[open.buffer][option] = value
  end
  for option, value in pairs({ wrap = false, number = false, relativenumber = false, cursorline = true, signcolumn = 'no', list = false }) do
    vim.wo[open.window][option] = value
  end
  open.drawing = require('braid.lanes').draw(trace, vim.api.nvim_win_get_width(open.window))
  for _, step in ipairs(trace.steps) do
    local buffer = source_buffer(step)
    open.ticks[buffer] = vim.api.nvim_buf_get_changedtick(buffer)
  end
  write()
  vim.api.nvim_win_set_height(open.window, math.min(#open.drawing.lines, math.floor(vim.o.lines * 0.5)))
  link()
  go(#trace.steps)
end

-- The trace that is shown, and the step, counted from 1; for tests and statuslines.
function M.shown()
  return is_open() and { trace = open.trace, step = open.step, buffer = open.buffer, window = open.window } or nil
end

function M.show(uri, id, buffer)
  local client = require('braid.client')
  client.request(buffer, 'braid/trace', { uri = uri, id = id }, function(trace)
    if not trace or trace == vim.NIL then
      vim.notify('Braid: there is no trace any more; the text has changed')
    else
      show(trace)
    end
  end)
end

-- The trace of the assertion at the cursor, else the only one, else the one chosen.
function M.open(buffer)
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local traced, at_cursor = {}, nil
  for _, property in ipairs(require('braid.verdicts').of(buffer) or {}) do
    if property.hasTrace then
      table.insert(traced, property)
      local range = property.range
      if range.start.line <= line and line <= range['end'].line then
        at_cursor = property
      end
    end
  end
  local uri = vim.uri_from_bufnr(buffer)
  local only = at_cursor or (#traced == 1 and traced[1])
  if only then
    return M.show(uri, only.id, buffer)
  elseif #traced == 0 then
    return vim.notify('Braid: nothing is violated in this file')
  end
  local describe = function(property)
    return string.format('line %d: %s', property.range.start.line + 1, property.message)
  end
  vim.ui.select(traced, { prompt = 'Which violation?', format_item = describe }, function(chosen)
    if chosen then
      M.show(uri, chosen.id, buffer)
    end
  end)
end

return M
