-- One message a request, each with a client id of its own.
local thread = 0
function setup(t) t:set("number", thread); thread = thread + 1 end
local count = 0
function request()
  count = count + 1
  local id = string.format("%08x-0000-4000-8000-%012x", number, count)
  return wrk.format("POST", nil, { ["Content-Type"] = "application/x-www-form-urlencoded", ["Sec-Fetch-Site"] = "same-origin", ["Accept"] = "application/json", ["Cookie"] = wrk.headers["Cookie"] },
    "client_id=" .. id .. "&text=Who+is+up+for+first+tracks+tomorrow%3F")
end
function done(summary, latency, requests)
  io.write(string.format("p99us %d errors %d\n", latency:percentile(99), summary.errors.status + summary.errors.read + summary.errors.timeout))
end
