import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fromCheckedJson, toCheckedJson, writeDurably } from '../lib/node/durable.ts';
import type { Locate } from '../lib/node/geo.ts';
import { STEERED_TTL, type SteeredEdge } from '../lib/rules/cdn/edge/fleet.ts';
import { parseNetwork } from '../lib/rules/core/network.ts';
import { encodeRdata } from './rdata.ts';
import { T } from './types.ts';
import { type EdgeAddresses, edgeAddresses, type RrSet } from './zone.ts';

/** Which edges proxied records are answered with. The portal decides it, and name servers of its machine follow its file. */
export interface Steering {
  edges: readonly SteeredEdge[];
  /** Addresses without an edge that is known: always answered. */
  always: readonly string[];
}

/** Addresses of an answer at most: with more, each network of visitors gets a part of them. */
const MAX_ADDRESSES = 8;
const fileName = 'edges.json';

export const allAddresses = ({ edges, always }: Steering): EdgeAddresses =>
  edgeAddresses([...new Set([...edges.flatMap(({ addresses }) => addresses), ...always])]);

/** Writes the file for the name servers of this machine. */
export async function writeSteering(folder: string, steering: Steering): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await writeDurably(join(folder, fileName), toCheckedJson(steering));
}

/** Follows the file. While it can't be read, the last content stays. */
export class SteeringFile {
  readonly #path: string;
  #known = '';

  constructor(folder: string) {
    this.#path = join(folder, fileName);
  }

  /** What is new since the last call; null: nothing, or there is no file. @throws when the file is damaged, once for each content */
  changed(): Steering | null {
    let known: string;
    try {
      const { ino, mtimeMs, size } = statSync(this.#path);
      known = `${ino} ${mtimeMs} ${size}`;
    } catch {
      return null;
    }
    if (known === this.#known) return null;
    this.#known = known;
    return fromCheckedJson(readFileSync(this.#path, 'utf8')) as Steering; // as `writeSteering` wrote it
  }
}

/** Chooses the addresses of proxied records for a client. */
export interface Steerer {
  /** What an answer depends on, for replies that are cached. */
  keyOf(client: string): string;
  /** The set with the addresses for a client; others stay as they are. @param key as `keyOf` returns it; null: for everybody */
  resolve(set: RrSet, key: string | null): RrSet;
}

interface Group {
  A: readonly Buffer[];
  AAAA: readonly Buffer[];
}

/**
 * The edges of the visitor's country, else of the continent, else all. Where one of them is in a place that has reached its capacity, those
 * of the next larger circle are added. A visitor is where the resolver is.
 * @param version that replies are cached for
 */
export function makeSteerer(steering: Steering, locate: Locate | null, version: number): Steerer {
  const { edges } = steering;
  const all = allAddresses(steering);
  const hasCircles = locate !== null && edges.some(({ continent }) => continent !== null);
  const groups = new Map<string, Group>();
  const sets = new WeakMap<RrSet, Map<string, RrSet>>();

  function nearest(type: 'A' | 'AAAA', country: string, continent: string): readonly string[] {
    const circles = [edges.filter((one) => one.country === country), edges.filter((one) => one.continent === continent)];
    for (const circle of circles) {
      const found = edgeAddresses(circle.flatMap(({ addresses }) => addresses))[type];
      if (found.length > 0 && !circle.some(({ isFull }) => isFull)) return found;
    }
    return all[type];
  }

  function part(addresses: readonly string[], slice: number): Buffer[] {
    const slices = Math.ceil(addresses.length / MAX_ADDRESSES);
    const own = slices <= 1 ? addresses : addresses.filter((_, i) => i % slices === slice % slices);
    return own.map((content) => encodeRdata({ name: '@', type: content.includes(':') ? 'AAAA' : 'A', content }));
  }

  function groupOf(key: string): Group {
    const known = groups.get(key);
    if (known) return known;
    const [, country = '', continent = '', slice = '0'] = key.split('/');
    const group = {
      A: part(nearest('A', country, continent), Number(slice)),
      AAAA: part(nearest('AAAA', country, continent), Number(slice)),
    };
    groups.set(key, group);
    return group;
  }

  const isCut = all.A.length > MAX_ADDRESSES || all.AAAA.length > MAX_ADDRESSES;
  const everybody: Group = { A: part(all.A, 0), AAAA: part(all.AAAA, 0) };
  return {
    keyOf(client) {
      const place = hasCircles ? locate(client) : null;
      return `${version}/${place?.country ?? ''}/${place?.continent ?? ''}/${isCut ? networkNumber(client) : 0}`;
    },
    resolve(set, key) {
      if (!set.fixed) return set;
      const made = sets.get(set) ?? new Map<string, RrSet>();
      sets.set(set, made);
      const known = made.get(key ?? '');
      if (known) return known;
      const group = key === null ? everybody : groupOf(key);
      const data = [...set.fixed, ...group[set.type === T.A ? 'A' : 'AAAA']].sort(Buffer.compare);
      const { fixed: _, ...rest } = set;
      const resolved: RrSet = { ...rest, ttl: Math.min(set.ttl, STEERED_TTL), data, varies: true };
      made.set(key ?? '', resolved);
      return resolved;
    },
  };
}

/** A number from 0 to 63 for the /24 or /48 of a client: its resolver gets the same part of the addresses each time. */
function networkNumber(client: string): number {
  const words = parseNetwork(client)?.words ?? [];
  const text = words.length === 2 ? `${words[0]}.${(words[1] ?? 0) >> 8}` : words.slice(0, 3).join(':');
  return (createHash('sha1').update(text).digest()[0] ?? 0) & 63;
}
