-- A trace as text: one lane for each thread, time runs downwards.
--
-- Drawing gives lines, the step that each line belongs to, and pieces to highlight as
-- { line, first byte, last byte, group }, all counted from 0 but steps, which count from 1.

local M = {}

-- Lanes narrower than this are of no use; the steps are listed instead.
local MIN_LANE = 22
local NUMBER = 4

local width = vim.fn.strdisplaywidth

-- Cuts a text to so many cells, and fills it up to them.
local function fit(text, cells)
  text = text:gsub('%s+', ' ')
  if width(text) > cells then
    local chars = vim.fn.strchars(text)
    while width(text) > cells - 1 do
      chars = chars - 1
      text = vim.fn.strcharpart(text, 0, chars)
    end
    text = text .. '…'
  end
  return text .. (' '):rep(cells - width(text))
end

local Drawing = {}
Drawing.__index = Drawing

-- Adds a line made of pieces { text, group or nil }.
function Drawing:add(step, pieces)
  local line, text = #self.lines, ''
  for _, piece in ipairs(pieces) do
    local from = #text
    text = text .. piece[1]
    if piece[2] then
      table.insert(self.highlights, { line, from, #text, piece[2] })
    end
  end
  table.insert(self.lines, (text:gsub('%s+$', '')))
  table.insert(self.steps, step or false)
end

local function story_of(step)
  return (step.failure and '✗ ' or '') .. step.story
end

local function group_of(step)
  return step.failure and 'BraidViolated' or 'BraidStory'
end

-- One row with something in one lane and the bare lines in the others.
local function row(n_lanes, active, bar, pieces)
  local made = {}
  for lane = 1, n_lanes do
    if lane == active then
      table.insert(made, { bar, 'BraidActive' })
      vim.list_extend(made, pieces)
    else
      table.insert(made, { '│', 'BraidLane' })
      table.insert(made, { false })
    end
  end
  return made
end

local function fill(pieces, cells)
  for _, piece in ipairs(pieces) do
    piece[1] = piece[1] or (' '):rep(cells)
  end
  return pieces
end

-- The line from one lane to another.
local function switch(n_lanes, from, to, cells)
  local pieces = { { (' '):rep(NUMBER) } }
  local low, high = math.min(from, to), math.max(from, to)
  for lane = 1, n_lanes do
    local inside = lane > low and lane < high
    local bar = lane == from and (from < to and '├' or '┤') or inside and '┼' or '│'
    if lane == to then
      bar = from < to and '▶' or '◀'
    end
    local drawn = lane >= low and lane < high
    table.insert(pieces, { bar, lane >= low and lane <= high and 'BraidActive' or 'BraidLane' })
    table.insert(pieces, { (drawn and '╌' or ' '):rep(cells), drawn and 'BraidActive' or nil })
  end
  return pieces
end

local function draw_lanes(drawing, trace, cells)
  local n_lanes = #trace.threads
  local heads = { { (' '):rep(NUMBER) } }
  for _, thread in ipairs(trace.threads) do
    table.insert(heads, { fit(thread.name, cells + 1), 'BraidThread' })
  end
  drawing:add(nil, heads)
  for idx, step in ipairs(trace.steps) do
    local lane, before = step.thread + 1, trace.steps[idx - 1]
    if step.switch and before then
      drawing:add(nil, switch(n_lanes, before.thread + 1, lane, cells))
    end
    local number = { string.format('%2d  ', idx), 'BraidNumber' }
    local place = string.format(' %d ', step.range.start.line + 1)
    local code = { { place, 'BraidNumber' }, { fit(step.text, cells - #place - 1) .. ' ' } }
    local story = { { (' '):rep(#place) }, { fit(story_of(step), cells - #place - 1) .. ' ', group_of(step) } }
    local upper = row(n_lanes, lane, '┃', code)
    table.insert(upper, 1, number)
    drawing:add(idx, fill(upper, cells))
    local lower = row(n_lanes, lane, '┃', story)
    table.insert(lower, 1, { (' '):rep(NUMBER) })
    drawing:add(idx, fill(lower, cells))
  end
end

local function draw_list(drawing, trace)
  for idx, step in ipairs(trace.steps) do
    local name = trace.threads[step.thread + 1].name
    local place = string.format(' %d ', step.range.start.line + 1)
    local number = { string.format('%2d  ', idx), 'BraidNumber' }
    drawing:add(idx, { number, { name, 'BraidThread' }, { place, 'BraidNumber' }, { (step.text:gsub('%s+', ' ')) } })
    drawing:add(idx, { { (' '):rep(NUMBER + 2) }, { story_of(step), group_of(step) } })
  end
end

function M.draw(trace, columns)
  local drawing = setmetatable({ lines = {}, steps = {}, highlights = {} }, Drawing)
  drawing:add(nil, { { trace.title, 'BraidTitle' } })
  drawing:add(nil, { { '' } })
  local cells = math.floor((columns - NUMBER) / #trace.threads) - 1
  if cells >= MIN_LANE then
    draw_lanes(drawing, trace, math.min(cells, 48))
  else
    draw_list(drawing, trace)
  end
  return drawing
end

return M
