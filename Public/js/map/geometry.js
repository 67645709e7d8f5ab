// Web Mercator on the unit square, and distances on the sphere in metres.

export const mercator = (lat, lon) => {
  const phi = Math.min(Math.max(lat, -85.05), 85.05) * Math.PI / 180;
  return { x: (lon + 180) / 360, y: (1 - Math.log(Math.tan(phi) + 1 / Math.cos(phi)) / Math.PI) / 2 };
};

export const latitude = (y) => Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 / Math.PI;

export const distance = (a, b) => {
  const r = Math.PI / 180;
  const h = Math.sin((b.lat - a.lat) * r / 2) ** 2
    + Math.cos(a.lat * r) * Math.cos(b.lat * r) * Math.sin((b.lon - a.lon) * r / 2) ** 2;
  return 12742017.6 * Math.asin(Math.sqrt(h));
};
