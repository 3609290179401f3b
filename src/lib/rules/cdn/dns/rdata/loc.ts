import { fault } from '../../../core/fault.ts';
import { countFault, type DataReader, tooFew, tooMany, whole } from './words.ts';

/** A location as encoded by RFC 1876 section 2, in plain units. */
export interface Place {
  /** Thousandths of an arc second; south and west are negative. */
  latitude: number;
  longitude: number;
  /** Centimetres above the WGS 84 ellipsoid. */
  altitude: number;
  /** Mantissa and power of ten, in centimetres: size, horizontal and vertical precision. */
  sizes: readonly [Precision, Precision, Precision];
}
export type Precision = readonly [mantissa: number, exponent: number];

const degree = 3_600_000;
const lowest = -10_000_000;
const highest = 4_284_967_295;
const largest = 9_000_000_000;

/** Metres with up to two decimals and an optional `m` → centimetres, or NaN. */
function centimetres(text: string): number {
  const [, sign, metres, , part = ''] = /^(-?)(\d{1,8})(\.(\d{0,2}))?m?$/i.exec(text) ?? [];
  if (metres === undefined) return Number.NaN;
  const value = Number(metres) * 100 + Number(part.padEnd(2, '0'));
  return sign ? -value : value;
}

/** Centimetres → one digit and a power of ten, the precision of the wire format: 15 m becomes 10 m. */
function precision(value: number): Precision {
  let mantissa = value;
  let exponent = 0;
  while (mantissa >= 10) {
    mantissa = Math.floor(mantissa / 10);
    exponent++;
  }
  return [mantissa, exponent];
}

const arc = (value: number, positive: string, negative: string): string => {
  const size = Math.abs(value);
  const seconds = Math.floor(size / 1000) % 60;
  const thousandths = String(size % 1000).padStart(3, '0');
  return `${Math.floor(size / degree)} ${Math.floor(size / 60_000) % 60} ${seconds}.${thousandths} ${value < 0 ? negative : positive}`;
};
const metres = (value: number): string =>
  `${value < 0 ? '-' : ''}${Math.floor(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, '0')}m`;
const sizeText = ([mantissa, exponent]: Precision): string => metres(mantissa * 10 ** exponent);

/** The canonical presentation: every value, the seconds with three decimals, metres with two. */
export const placeText = (place: Place): string =>
  [arc(place.latitude, 'N', 'S'), arc(place.longitude, 'E', 'W'), metres(place.altitude), ...place.sizes.map(sizeText)].join(' ');

/** Reads `degrees [minutes [seconds]] letter`. @returns the value and the next word's index, or a fault */
function readArc(
  parts: readonly string[],
  from: number,
  axis: { letters: string; max: number; key: 'dns:error.latitude' | 'dns:error.longitude' },
) {
  const wrong = fault(axis.key, { max: axis.max });
  const end = parts.findIndex((part, index) => index > from && index <= from + 3 && /^[nsew]$/i.test(part));
  const letter = parts[end]?.toUpperCase() ?? '';
  if (end < 0 || !axis.letters.includes(letter)) return wrong;
  const [d = '', m = '0', s = '0'] = parts.slice(from, end);
  const degrees = whole(d, axis.max);
  const minutes = whole(m, 59);
  const [, seconds = '', , thousandths = ''] = /^(\d{1,2})(\.(\d{0,3}))?$/.exec(s) ?? [];
  const total = degrees * degree + minutes * 60_000 + Number(seconds) * 1000 + Number(thousandths.padEnd(3, '0'));
  if (degrees < 0 || minutes < 0 || seconds === '' || Number(seconds) > 59 || total > axis.max * degree) return wrong;
  return { value: letter === axis.letters[1] ? -total : total, next: end + 1 };
}

/** RFC 1876 section 3. Defaults: size 1 m, horizontal precision 10,000 m, vertical 10 m. */
export const readLoc: DataReader = (words, from, { type }) => {
  const wrong = countFault(words, from, type, 5, 12);
  if (wrong) return wrong;
  const parts = Array.from({ length: words.count - from }, (_, index) => words.word(from + index));
  const latitude = readArc(parts, 0, { letters: 'NS', max: 90, key: 'dns:error.latitude' });
  if ('key' in latitude) return latitude;
  const longitude = readArc(parts, latitude.next, { letters: 'EW', max: 180, key: 'dns:error.longitude' });
  if ('key' in longitude) return longitude;
  const rest = parts.slice(longitude.next);
  if (rest.length < 1) return tooFew(type);
  if (rest.length > 4) return tooMany(type);
  const [altitude = Number.NaN, ...sizes] = rest.map(centimetres);
  if (!(altitude >= lowest && altitude <= highest)) return fault('dns:error.altitude');
  if (sizes.some((size) => !(size >= 0 && size <= largest))) return fault('dns:error.locSize');
  const [size = 100, horizontal = 1_000_000, vertical = 1000] = sizes;
  const place: Place = {
    latitude: latitude.value,
    longitude: longitude.value,
    altitude,
    sizes: [precision(size), precision(horizontal), precision(vertical)],
  };
  return { content: placeText(place) };
};

/** The reverse of `placeText`. */
export function parseLocContent(content: string): Place {
  const parts = content.split(' ');
  const latitude = readArc(parts, 0, { letters: 'NS', max: 90, key: 'dns:error.latitude' });
  const longitude = readArc(parts, 4, { letters: 'EW', max: 180, key: 'dns:error.longitude' });
  const [altitude = 0, size = 100, horizontal = 1_000_000, vertical = 1000] = parts.slice(8).map(centimetres);
  return {
    latitude: 'key' in latitude ? 0 : latitude.value,
    longitude: 'key' in longitude ? 0 : longitude.value,
    altitude,
    sizes: [precision(size), precision(horizontal), precision(vertical)],
  };
}
