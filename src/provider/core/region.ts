import { AsyncLocalStorage } from 'node:async_hooks';
import { provideRegion, type Region } from '../../lib/format/region.ts';
import type { User } from '../db/schema.ts';

const readers = new AsyncLocalStorage<{ region: Region | null }>();
provideRegion(() => readers.getStore()?.region ?? null);

/** The region of a customer. The provider doesn't know the zone of their device: UTC. */
export const userRegion = ({ timeZone, calendar, digits }: Pick<User, 'timeZone' | 'calendar' | 'digits'>): Region => ({
  timeZone: timeZone || 'UTC',
  calendar,
  digits,
});

/** Answers one call; its texts are in the region that `setCallRegion` names. */
export const answering = <T>(answer: () => Promise<T>): Promise<T> => readers.run({ region: null }, answer);

export function setCallRegion(region: Region): void {
  const reader = readers.getStore();
  if (reader) reader.region = region;
}
