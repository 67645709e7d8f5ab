// One stream for the whole browser: every tab of a trip is a port here (browsers open six connections to a host).
import { openStream } from "./stream.js";

const streams = new Map();
// Characters of the latest events, kept for tabs that open later: minutes of a busy trip.
const LOG = 4e6;

function open(url, since) {
  const stream = { ports: new Set(), state: "connecting", since, log: [], size: 0 };
  stream.connection = openStream(url, since, (message) => {
    if (message.type !== "state") remember(stream, message);
    else stream.state = message.data;
    if (stream.state === "closed") streams.delete(url);
    stream.ports.forEach((port) => port.postMessage(message));
  });
  streams.set(url, stream);
  return stream;
}

/**
 * By how much `id` is later than `other`; NaN if the server was started between them. Ids with one place are told apart
 * by the number within a node; 0 if there is none, or another node's.
 */
function after(id, other) {
  const [epoch, place, node, number] = id.split("-");
  const [otherEpoch, otherPlace, otherNode, otherNumber] = other.split("-");
  if (epoch !== otherEpoch) return NaN;
  if (place !== otherPlace || node === undefined || node !== otherNode) return place - otherPlace;
  return number - otherNumber;
}

/** Whether a tab that has heard up to `since` may lack it: hearing something twice does no harm. */
function mayLack(since, id) {
  const difference = after(id, since);
  return difference > 0 || (difference === 0 && id !== since && id.split("-").length > 2);
}

function remember(stream, message) {
  if (Number.isNaN(after(message.id, stream.since))) Object.assign(stream, { since: message.id, log: [], size: 0 });
  stream.log.push(message);
  stream.size += message.data.length;
  while (stream.size > LOG) {
    const { id, data } = stream.log.shift();
    stream.since = id;
    stream.size -= data.length;
  }
}

/** What was said after the tab's page was made. */
function catchUp(stream, port, since) {
  if (after(since, stream.since) >= 0) {
    stream.log.filter(({ id }) => mayLack(since, id)).forEach((message) => port.postMessage(message));
  }
  else port.postMessage({ type: "reread", data: "{}", id: since });
}

self.onconnect = (connection) => {
  const port = connection.ports[0];
  let stream = null;
  let address = null;
  port.onmessage = ({ data }) => {
    if (data.type === "open") {
      address = data.url;
      stream = streams.get(address) ?? open(address, data.since);
      stream.ports.add(port);
      port.postMessage({ type: "state", data: stream.state });
      catchUp(stream, port, data.since);
    } else if (data.type === "bye" && stream) {
      stream.ports.delete(port);
      if (stream.ports.size === 0) {
        stream.connection.close();
        if (streams.get(address) === stream) streams.delete(address);
      }
      stream = null;
    }
  };
};
