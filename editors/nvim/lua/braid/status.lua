-- What a statusline shows.

local M = {}

local status
local since

function M.receive(new)
  if new.state == 'checking' and not (status and status.state == 'checking') then
    since = vim.loop.now()
  end
  status = new
  vim.cmd('redrawstatus')
end

function M.forget()
  status = nil
end

-- What the server does now, as it said itself.
function M.get()
  return status
end

local function checking()
  local seconds = math.floor((vim.loop.now() - since) / 1000)
  local round = type(status.round) == 'number' and ('round ' .. status.round) or 'checking'
  return 'Braid: ' .. round .. (seconds > 0 and (', ' .. seconds .. ' s') or '')
end

function M.text(buffer)
  local properties = require('braid.verdicts').of(buffer)
  if status and status.state == 'checking' then
    return checking()
  elseif status and status.state == 'failed' then
    return 'Braid: failed'
  elseif not properties then
    return ''
  end
  local total, proved, violated, trusting = 0, 0, 0, 0
  for _, property in ipairs(properties) do
    if require('braid.verdicts').is_shown(property) then
      local holds = property.state == 'proved' or property.state == 'bounded'
      total = total + 1
      proved = proved + (holds and 1 or 0)
      trusting = trusting + (holds and #property.assumptions > 0 and 1 or 0)
      violated = violated + (property.state == 'violated' and 1 or 0)
    end
  end
  if violated > 0 then
    return string.format('Braid: %d violated', violated)
  elseif total == 0 then
    return 'Braid'
  end
  local stopped = status and status.state == 'stopped' and proved < total and 'stopped, ' or ''
  local trust = trusting > 0 and ', trusting assumptions' or ''
  return string.format('Braid: %s%d of %d proved%s', stopped, proved, total, trust)
end

return M
