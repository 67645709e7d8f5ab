// The form of an event: where people meet on a map, and people to tick.
import "./pin-map.js";
import "./picker.js";
