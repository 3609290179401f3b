import { useId } from 'react';
import { type WindPath, wind } from './wind/field.ts';

const width = 480;
const height = 120;
let windPaths: WindPath[] | undefined;

/** Wind around the disc of an empty state. Computed once per page (about 10 ms), the same every time. */
export function WindArt() {
  const id = useId();
  windPaths ??= wind({ width, height, discs: [{ x: width / 2, y: height / 2, r: 33 }], sep: 8, wave: 0.2, seed: 8, attempts: 900 });
  return (
    <svg className="wind" viewBox={`0 0 ${width} ${height}`} fill="none" aria-hidden="true">
      <radialGradient id={id}>
        <stop offset=".35" stopColor="#fff" />
        <stop offset="1" stopColor="#fff" stopOpacity="0" />
      </radialGradient>
      <mask id={`${id}m`}>
        <ellipse cx={width / 2} cy={height / 2} rx={width / 2} ry={height / 2} fill={`url(#${id})`} />
      </mask>
      <g mask={`url(#${id}m)`} stroke="var(--chart-1)" strokeWidth="1">
        {windPaths.map((line) => (
          <path key={line.d} d={line.d} opacity={0.2 + line.step * 0.12} />
        ))}
      </g>
    </svg>
  );
}
