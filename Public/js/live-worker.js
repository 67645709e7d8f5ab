// One stream for the whole browser: every tab of a trip is a port here (browsers open six connections to a host).
const streams = new Map();

function open(url) {
  const source = new EventSource(url);
  const stream = { source, ports: new Set(), state: "connecting" };
  const tell = (message) => stream.ports.forEach((port) => port.postMessage(message));
  const pass = (event) => tell({ type: event.type, data: event.data });
  ["positions", "roster", "event", "scans", "alert", "hidden", "message", "changed", "standing", "case", "reread"].forEach((name) => source.addEventListener(name, pass));
  source.onopen = () => { stream.state = "open"; tell({ type: "state", data: "open" }); };
  source.onerror = () => {
    stream.state = source.readyState === EventSource.CLOSED ? "closed" : "lost";
    tell({ type: "state", data: stream.state });
    if (stream.state === "closed") streams.delete(url);
  };
  streams.set(url, stream);
  return stream;
}

self.onconnect = (connection) => {
  const port = connection.ports[0];
  let stream = null;
  let address = null;
  port.onmessage = ({ data }) => {
    if (data.type === "open") {
      address = data.url;
      stream = streams.get(address) ?? open(address);
      stream.ports.add(port);
      port.postMessage({ type: "state", data: stream.state });
    } else if (data.type === "bye" && stream) {
      stream.ports.delete(port);
      if (stream.ports.size === 0) { stream.source.close(); streams.delete(address); }
      stream = null;
    }
  };
};
