import { HOUR, MINUTE } from '../../../time.ts';
import { areCompatible } from '../../core/edgeRelease.ts';
import { type EdgeHeartbeat, LOST_MS } from './bundle.ts';

/** `active`: DNS answers with it while it is healthy. `drained`: it finishes what it has. `hidden`: it works, but DNS doesn't know it. */
export const edgeModes = ['active', 'drained', 'hidden'] as const;
export type EdgeMode = (typeof edgeModes)[number];

/** Codes of continents, as databases of places have them. */
export const continents = ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'] as const;
export type Continent = (typeof continents)[number];

/**
 * `waiting`: it hasn't joined yet. `expired`: its token has ended before. `silent`: an edge without heartbeats, of which only reports are
 * known. `lost`: nothing came for 15 s. `stopped`: it doesn't listen. `starting`: it hasn't caught up with the policies yet.
 */
export const edgeHealths = [
  'healthy',
  'overloaded',
  'starting',
  'stopped',
  'incompatible',
  'silent',
  'lost',
  'waiting',
  'expired',
] as const;
export type EdgeHealth = (typeof edgeHealths)[number];

/** An edge is overloaded from the first value on, and until it is below the second. */
const CPU = [0.95, 0.8] as const;
const CONNECTIONS = [0.9, 0.7] as const;

export interface HealthFacts {
  /** Null: none since it exists. */
  heartbeatAt: number | null;
  heartbeat: EdgeHeartbeat | null;
  /** When the last report came; 0: none. */
  seenAt: number;
  hasJoined: boolean;
  tokenExpiresAt: number | null;
  release: string | null;
}

/** @param wasOverloaded at the last look. @param portal its release */
export function edgeHealth(
  { heartbeatAt, heartbeat, seenAt, hasJoined, tokenExpiresAt, release }: HealthFacts,
  { now, wasOverloaded, portal }: { now: number; wasOverloaded: boolean; portal: string },
): EdgeHealth {
  if (!hasJoined) return (tokenExpiresAt ?? 0) > now ? 'waiting' : 'expired';
  if (!areCompatible(release, portal)) return 'incompatible';
  if (heartbeatAt === null || !heartbeat) return seenAt > now - MINUTE ? 'silent' : 'lost';
  if (heartbeatAt <= now - LOST_MS) return 'lost';
  if (!heartbeat.listening) return 'stopped';
  if (!heartbeat.caughtUp) return 'starting';
  const { cpu, connections, maxConnections } = heartbeat.load;
  const at = wasOverloaded ? 1 : 0;
  return cpu >= CPU[at] || connections >= maxConnections * CONNECTIONS[at] ? 'overloaded' : 'healthy';
}

/** Whether DNS answers with an edge, and what decides when it may again. Times are epoch ms. */
export interface EdgePresence {
  isIn: boolean;
  /** Since when it is healthy; null: it isn't. */
  healthySince: number | null;
  /** How often it was lost from DNS, each within an hour of the one before, and when last. */
  losses: number;
  lostAt: number | null;
  isOverloaded: boolean;
}
export const newPresence: EdgePresence = { isIn: false, healthySince: null, losses: 0, lostAt: null, isOverloaded: false };

/** How long an edge that was lost has to be healthy before DNS answers with it again: it doubles with each loss. */
const FIRST_HOLD_MS = 30_000;
const LONGEST_HOLD_MS = 10 * MINUTE;

/** @returns ms until DNS may answer with it again; 0: now */
export function holdLeft({ losses, lostAt, healthySince }: EdgePresence, now: number): number {
  if (lostAt === null || now - lostAt >= HOUR) return 0;
  const hold = Math.min(LONGEST_HOLD_MS, FIRST_HOLD_MS * 2 ** Math.max(0, losses - 1));
  return Math.max(0, hold - (now - (healthySince ?? now)));
}

/** What follows from a look at an edge: it leaves at once, and comes back when it has been healthy for long enough. */
export function nextPresence(before: EdgePresence, health: EdgeHealth, mode: EdgeMode, now: number): EdgePresence {
  const isHealthy = health === 'healthy';
  const isLost = before.isIn && mode === 'active' && !isHealthy;
  const forgets = before.lostAt !== null && now - before.lostAt >= HOUR;
  const next: EdgePresence = {
    isIn: false,
    healthySince: isHealthy ? (before.healthySince ?? now) : null,
    losses: isLost ? (forgets ? 1 : before.losses + 1) : forgets ? 0 : before.losses,
    lostAt: isLost ? now : forgets ? null : before.lostAt,
    isOverloaded: health === 'overloaded',
  };
  return { ...next, isIn: isHealthy && mode === 'active' && (before.isIn || holdLeft(next, now) === 0) };
}

/** An edge as name servers know it. */
export interface SteeredEdge {
  id: string;
  addresses: readonly string[];
  continent: Continent | null;
  country: string | null;
  /** The place has reached its capacity: visitors nearby get edges farther away as well. */
  isFull: boolean;
}

/** Seconds that resolvers keep the addresses of edges. */
export const STEERED_TTL = 30;
/** From this share of its capacity on a place is full, and until it is below the second. */
const FULL = [0.9, 0.7] as const;
/** @param capacity requests a second; null: unlimited */
export const isPlaceFull = (requests: number, capacity: number | null, wasFull: boolean): boolean =>
  capacity !== null && requests >= capacity * FULL[wasFull ? 1 : 0];
