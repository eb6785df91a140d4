-- The verdicts of every buffer, and the signs that show them.

local M = {}

local known = {}

-- In the order in which they are told when a line has several: the worst first.
local SIGNS = {
  { mark = 'violated', text = '✗', group = 'BraidViolated', colour = { 'Red', '#e5534b' } },
  { mark = 'unknown', text = '?', group = 'BraidUnknown', colour = { 'Gray', '#8b8f94' } },
  { mark = 'checking', text = '…', group = 'BraidChecking', colour = { 'Blue', '#3794ff' } },
  { mark = 'stale', text = '~', group = 'BraidStale', colour = { 'Gray', '#8b8f94' } },
  { mark = 'bounded-trusting', text = '≤', group = 'BraidTrusting', colour = { 'Yellow', '#d29922' } },
  { mark = 'bounded', text = '≤', group = 'BraidProved', colour = { 'Green', '#2ea043' } },
  { mark = 'proved-trusting', text = '✓', group = 'BraidTrusting', colour = { 'Yellow', '#d29922' } },
  { mark = 'proved', text = '✓', group = 'BraidProved', colour = { 'Green', '#2ea043' } },
}

local rank = {}
for idx, sign in ipairs(SIGNS) do
  rank[sign.mark] = idx
end

local function define()
  for _, sign in ipairs(SIGNS) do
    vim.cmd(string.format('highlight default %s ctermfg=%s guifg=%s', sign.group, unpack(sign.colour)))
    vim.fn.sign_define('Braid-' .. sign.mark, { text = sign.text, texthl = sign.group })
  end
end

local function buffer_of(uri)
  local buffer = vim.uri_to_bufnr(uri)
  return vim.api.nvim_buf_is_loaded(buffer) and buffer or nil
end

local function mark_of(property)
  local proved = property.state == 'proved' or property.state == 'bounded'
  return property.state .. (proved and #property.assumptions > 0 and '-trusting' or '')
end

-- Operations that keep what they must are not worth a sign.
function M.is_shown(property)
  local claim = property.kind == 'assertion' or property.kind == 'reach-error'
  return claim or property.state == 'violated' or property.state == 'unknown'
end

local function draw(buffer)
  vim.fn.sign_unplace('braid', { buffer = buffer })
  if not require('braid').config.signs then
    return
  end
  local marks = {}
  for _, property in ipairs(M.of(buffer) or {}) do
    local line, mark = property.range.start.line, mark_of(property)
    if M.is_shown(property) and (not marks[line] or rank[mark] < rank[marks[line]]) then
      marks[line] = mark
    end
  end
  for line, mark in pairs(marks) do
    vim.fn.sign_place(0, 'braid', 'Braid-' .. mark, buffer, { lnum = line + 1, priority = 15 })
  end
end

-- Asks for the lens again: it speaks of the verdicts.
local function refresh_lens(buffer)
  local client = require('braid.client').of(buffer)
  if require('braid').config.lens and client and client.server_capabilities.codeLensProvider then
    vim.api.nvim_buf_call(buffer, function() vim.lsp.codelens.refresh() end)
  end
end

function M.of(buffer)
  return known[buffer]
end

function M.receive(verdicts)
  local buffer = buffer_of(verdicts.uri)
  local now = buffer and (vim.lsp.util.buf_versions or {})[buffer]
  if not buffer or (now and type(verdicts.version) == 'number' and verdicts.version < now) then
    return
  end
  define()
  known[buffer] = verdicts.properties
  draw(buffer)
  refresh_lens(buffer)
  vim.cmd('redrawstatus')
end

-- The text has changed: until the server has spoken, nothing is known about the new one. Signs move by themselves.
function M.edited(buffer)
  local properties = known[buffer]
  if not properties or not vim.api.nvim_buf_is_loaded(buffer) then
    return
  end
  for _, property in ipairs(properties) do
    if property.state ~= 'checking' then
      property.state = 'stale'
    end
  end
  for _, sign in ipairs(vim.fn.sign_getplaced(buffer, { group = 'braid' })[1].signs) do
    if sign.name ~= 'Braid-checking' then
      vim.fn.sign_place(sign.id, 'braid', 'Braid-stale', buffer, { lnum = sign.lnum, priority = 15 })
    end
  end
  vim.cmd('redrawstatus')
end

function M.forget(buffer)
  for gone in pairs(buffer and { [buffer] = true } or known) do
    known[gone] = nil
    if vim.api.nvim_buf_is_loaded(gone) then
      vim.fn.sign_unplace('braid', { buffer = gone })
    end
  end
end

return M
