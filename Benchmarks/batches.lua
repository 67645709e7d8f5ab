-- Overland batches of 200 positions; each batch's times follow the last one's.
local tokens = {}
for line in io.lines(os.getenv("TOKENS")) do tokens[#tokens + 1] = line end
local thread_number = 0
function setup(thread)
  thread:set("number", thread_number)
  thread_number = thread_number + 1
end
local feature = '{"type":"Feature","geometry":{"type":"Point","coordinates":[9.231%03d,46.412%03d]},"properties":{"timestamp":"%sZ","altitude":1583,"speed":4,"horizontal_accuracy":30,"vertical_accuracy":-1,"motion":["driving","stationary"],"battery_state":"unplugged","battery_level":0.80,"device_id":"","wifi":""}}'
function init(args)
  count = 0
  base = 1200000000 + number * 100000000
end
function request()
  count = count + 1
  local parts = {}
  for n = 1, 200 do
    parts[n] = string.format(feature, n, n, os.date("!%Y-%m-%dT%H:%M:%S", base + math.floor(count / #tokens) * 200 + n))
  end
  return wrk.format("POST", "/t/" .. tokens[count % #tokens + 1], { ["Content-Type"] = "application/json" }, '{"locations":[' .. table.concat(parts, ",") .. "]}")
end
function done(summary, latency, requests)
  io.write(string.format("p99us %d errors %d\n", latency:percentile(99), summary.errors.status + summary.errors.read + summary.errors.timeout))
end
