/** Where things stand, as Chinese maps have it. */
export interface Point {
  lat: number;
  lng: number;
}

const semiMajor = 6378245;
const eccentricity = 0.006693421622965943;

const { PI, sin, sqrt, abs } = Math;
const ripple = (value: number) => ((20 * sin(6 * value * PI) + 20 * sin(2 * value * PI)) * 2) / 3;
const swell = (value: number) => ((20 * sin(value * PI) + 40 * sin((value / 3) * PI)) * 2) / 3;

/** The published shift of GCJ-02 against WGS-84 in metres, at a point relative to 105° E, 35° N. */
function shift(x: number, y: number) {
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * sqrt(abs(x)) +
    ripple(x) +
    swell(y) +
    ((160 * sin((y / 12) * PI) + 320 * sin((y * PI) / 30)) * 2) / 3;
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * sqrt(abs(x)) +
    ripple(x) +
    swell(x) +
    ((150 * sin((x / 12) * PI) + 300 * sin((x / 30) * PI)) * 2) / 3;
  return { north, east };
}

/** In China maps are kept in GCJ-02; elsewhere the two systems are one. */
const outside = ({ lat, lng }: Point) => lng < 72.004 || lng > 137.8347 || lat < 0.8293 || lat > 55.8271;

/** A point in GCJ-02, from the coordinate system it is stored in. */
export function toGcj02(point: Point, datum: string): Point {
  if (!/^wgs/i.test(datum) || outside(point)) return { lat: point.lat, lng: point.lng };
  const { north, east } = shift(point.lng - 105, point.lat - 35);
  const radians = (point.lat / 180) * Math.PI;
  const magic = 1 - eccentricity * Math.sin(radians) ** 2;
  const meridian = (semiMajor * (1 - eccentricity)) / (magic * Math.sqrt(magic));
  const parallel = (semiMajor / Math.sqrt(magic)) * Math.cos(radians);
  return {
    lat: point.lat + (north * 180) / (meridian * Math.PI),
    lng: point.lng + (east * 180) / (parallel * Math.PI),
  };
}

/** Opens a marker in AMap: its app where there is one, else its page. Takes GCJ-02. */
export function amapLink({ lat, lng }: Point, name: string): string {
  const query = new URLSearchParams({ position: `${lng.toFixed(6)},${lat.toFixed(6)}`, name, coordinate: 'gaode' });
  return `https://uri.amap.com/marker?${query}`;
}
