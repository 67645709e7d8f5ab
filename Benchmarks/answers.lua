-- One answer a request to one full event: people in turn, yes and no in turn.
local tokens = {}
for line in io.lines(os.getenv("TOKENS")) do tokens[#tokens + 1] = line end
local count = 0
function init(args) count = math.floor(os.clock() * 1000) % #tokens end
function request()
  count = count + 1
  local token = tokens[count % #tokens + 1]
  local answer = math.floor(count / #tokens) % 2 == 0 and "yes" or "no"
  return wrk.format("POST", "/r/" .. token, { ["Content-Type"] = "application/x-www-form-urlencoded", ["Sec-Fetch-Site"] = "same-origin" }, "answer=" .. answer)
end
function done(summary, latency, requests)
  io.write(string.format("p99us %d errors %d\n", latency:percentile(99), summary.errors.status + summary.errors.read + summary.errors.timeout))
end
