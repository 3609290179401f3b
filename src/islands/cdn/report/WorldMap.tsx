import { feature } from 'topojson-client';
import atlas from 'world-atlas/countries-110m.json';
import { alpha2 } from './countryCodes.ts';

// JSON is typed by its values, not by the format.
const topology = atlas as unknown as Parameters<typeof feature>[0];
const { countries } = topology.objects;
const world = countries && feature(topology, countries);
type Ring = readonly (readonly number[])[];

/** Plate carrée in units of a degree, without Antarctica. A shape that crosses the date line continues at the right edge. */
function ringPath(ring: Ring): string {
  const crosses = ring.some(([lon = 0], i) => i > 0 && Math.abs(lon - (ring[i - 1]?.[0] ?? lon)) > 180);
  const x = (lon: number) => lon + 180 + (crosses && lon < 0 ? 360 : 0);
  return `M${ring.map(([lon = 0, lat = 0]) => `${x(lon).toFixed(1)} ${(85 - lat).toFixed(1)}`).join('L')}Z`;
}

const shapes = (world && 'features' in world ? world.features : [])
  .filter(({ id }) => id !== '010')
  .map(({ id, geometry, properties }) => {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
    const code = alpha2.get(String(id)) ?? (properties?.name === 'Kosovo' ? 'XK' : '');
    return { key: `${id}${properties?.name}`, code, path: polygons.flat().map(ringPath).join('') };
  });

interface WorldMapProps {
  /** Visitors by country code. */
  visitors: ReadonlyMap<string, number>;
  label: string;
  /** The country and its figure, for the pointer. */
  formatCountry: (code: string, visitors: number) => string;
  /** A press on a country with visitors; the list below the map has the same buttons. */
  onPick: (code: string) => void;
}

/** Countries in shades of their visitors. Its script contains the map (40 KB). */
export default function WorldMap({ visitors, label, formatCountry, onPick }: WorldMapProps) {
  const most = Math.max(1, ...visitors.values());
  return (
    <svg viewBox="0 0 372 145" className="block h-auto w-full" role="img" aria-label={label}>
      {shapes.map(({ key, code, path }) => {
        const count = code === '' ? 0 : (visitors.get(code) ?? 0);
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer, see `onPick`
          <path
            key={key}
            d={path}
            fill={count > 0 ? 'var(--chart-1)' : 'var(--border-strong)'}
            // Square root: small countries stay visible beside a large one.
            fillOpacity={count > 0 ? 0.25 + 0.75 * Math.sqrt(count / most) : 0.35}
            stroke="var(--surface)"
            strokeWidth="0.3"
            className={count > 0 ? 'cursor-pointer' : undefined}
            onClick={count > 0 ? () => onPick(code) : undefined}
          >
            {count > 0 && <title>{formatCountry(code, count)}</title>}
          </path>
        );
      })}
    </svg>
  );
}
