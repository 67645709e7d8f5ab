-- One Traccar JSON fix a request: tokens in turn, times that never repeat.
local tokens = {}
for line in io.lines(os.getenv("TOKENS")) do tokens[#tokens + 1] = line end
local thread_number = 0
function setup(thread)
  thread:set("number", thread_number)
  thread_number = thread_number + 1
end
function init(args)
  count = 0
  base = os.time() - 2000000 + number * 500000
end
function request()
  count = count + 1
  local token = tokens[count % #tokens + 1]
  local at = base + math.floor(count / #tokens)
  local time = os.date("!%Y-%m-%dT%H:%M:%S", at) .. string.format(".%03dZ", count % 1000)
  local body = '{"location":{"timestamp":"' .. time .. '","coords":{"latitude":46.41' .. count % 1000 .. ',"longitude":9.23' .. count % 997 ..
    ',"accuracy":12,"speed":8.4,"heading":210,"altitude":1583},"is_moving":true,"odometer":10442,"event":"motionchange","battery":{"level":0.63,"is_charging":false},"activity":{"type":"still"},"extras":{}},"device_id":"1"}'
  return wrk.format("POST", "/t/" .. token, { ["Content-Type"] = "application/json" }, body)
end
function done(summary, latency, requests)
  io.write(string.format("p99us %d errors %d\n", latency:percentile(99), summary.errors.status + summary.errors.read + summary.errors.timeout))
end
