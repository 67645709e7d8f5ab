-- One Traccar JSON fix a request: tokens in turn, times that never repeat. WAY=usual sends batches of one in Overland's form,
-- which the framework answers.
local usual = os.getenv("WAY") == "usual"
local tokens = {}
for line in io.lines(os.getenv("TOKENS")) do tokens[#tokens + 1] = line end
local thread_number = 0
function setup(thread)
  thread:set("number", thread_number)
  thread_number = thread_number + 1
end
function init(args)
  count = 0
  -- A bench that runs several times begins each time where no other was.
  base = os.time() - 5000000 + number * 100000 + (tonumber(os.getenv("ROUND")) or 0) * 500000
end
function request()
  count = count + 1
  local token = tokens[count % #tokens + 1]
  local at = base + math.floor(count / #tokens)
  local time = os.date("!%Y-%m-%dT%H:%M:%S", at) .. string.format(".%03dZ", count % 1000)
  local body = '{"location":{"timestamp":"' .. time .. '","coords":{"latitude":46.41' .. count % 1000 .. ',"longitude":9.23' .. count % 997 ..
    ',"accuracy":12,"speed":8.4,"heading":210,"altitude":1583},"is_moving":true,"odometer":10442,"event":"motionchange","battery":{"level":0.63,"is_charging":false},"activity":{"type":"still"},"extras":{}},"device_id":"1"}'
  if usual then
    local batch = '{"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[9.23' .. count % 997 .. ',46.41' .. count % 1000 ..
      ']},"properties":{"timestamp":"' .. time .. '","altitude":1583,"speed":8.4,"horizontal_accuracy":12,"battery_level":0.63}}]}'
    return wrk.format("POST", "/t/" .. token .. "/api/v1/overland/batches", { ["Content-Type"] = "application/json" }, batch)
  end
  return wrk.format("POST", "/t/" .. token, { ["Content-Type"] = "application/json" }, body)
end
function done(summary, latency, requests)
  io.write(string.format("p99us %d errors %d\n", latency:percentile(99), summary.errors.status + summary.errors.read + summary.errors.timeout))
end
