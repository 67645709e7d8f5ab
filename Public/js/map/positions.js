// One position, by names: from the stream and `positions.json` (docs/protocols.md), or from a row of the page. Null is
// what nobody knows.

export const decode = ([
  id, lat, lon, accuracy, time, battery, speed, altitude, contact, ground, charging, motion,
]) => ({ id, lat, lon, accuracy, time, battery, speed, altitude, contact, ground, charging, motion });

export const number = (text) => (text === undefined || text === "" ? null : Number(text));

export const fromRow = ({ dataset }) => ({
  id: dataset.id, lat: Number(dataset.lat), lon: Number(dataset.lon), accuracy: number(dataset.accuracy),
  time: Number(dataset.time), battery: number(dataset.battery), speed: number(dataset.speed),
  altitude: number(dataset.altitude), contact: number(dataset.contact), ground: number(dataset.ground),
  charging: dataset.charging ? dataset.charging === "true" : null, motion: number(dataset.motion),
});
