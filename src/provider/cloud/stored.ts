import type { Rate } from '../../lib/rules/cloud/rates.ts';
import { GB } from '../../lib/rules/cloud/space/limits.ts';
import type { Suspension } from '../core/manifest.ts';
import { HOUR } from './server/meter.ts';

/* What backups and snapshots share: stored bytes are charged by the hour, except while the account is suspended. */

const MILL = 1_000_000;

/** Micro-mills for an hour of stored bytes, rounded down; exact for any size. @param rate of a gigabyte */
export const hourly = (bytes: number, rate: Rate): number => Number((BigInt(bytes) * BigInt(rate)) / BigInt(GB));

/** The started hours since `meteredUntil`, epoch ms. */
export const startedHours = (meteredUntil: number, now: number): number => Math.max(0, Math.ceil((now - meteredUntil) / HOUR));

/** The whole mills of what has accrued, and what is left of it. @param microMills of the hours that weren't charged yet */
export function accrued(row: { carry: number }, microMills: number): { amount: number; carry: number } {
  const all = row.carry + microMills;
  const amount = Math.floor(all / MILL);
  return { amount, carry: all - amount * MILL };
}

type Reason = Suspension['reason'];
interface Stopped {
  /** JSON: the reasons why the account is suspended. */
  stops: string;
}
const reasonsOf = ({ stops }: Stopped) => JSON.parse(stops) as Reason[]; // as the functions below write it

/** `stops` with one more reason; null: it has it already. */
export function stopped(row: Stopped, reason: Reason): string | null {
  const reasons = reasonsOf(row);
  return reasons.includes(reason) ? null : JSON.stringify([...reasons, reason]);
}

/** `stops` without a reason, and from when hours are charged once the last one ends; null: it doesn't have it. */
export function restarted(
  row: Stopped & { meteredUntil: number },
  reason: Reason,
  now: number,
): (Stopped & { meteredUntil: number }) | null {
  const reasons = reasonsOf(row);
  if (!reasons.includes(reason)) return null;
  const left = reasons.filter((one) => one !== reason);
  return { stops: JSON.stringify(left), meteredUntil: left.length === 0 ? Math.max(row.meteredUntil, now) : row.meteredUntil };
}
