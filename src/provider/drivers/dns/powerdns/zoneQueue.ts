import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '../../../db/open.ts';
import { Outdated } from '../../driver.ts';

const RETRY_MS = 20;
/** Longer than any call of the driver, and than the lock of a dead process's job would make it wait anyway. */
const LOCK_MS = 20_000;

interface Turn {
  name: string;
  version: number;
  isRemoved: boolean;
}

/**
 * Runs `work` on a zone while no other process works on it. PowerDNS can't compare versions, so the database keeps the newest version that
 * was sent, before it is sent: a process that arrives late with an older one is refused, even for a removed zone.
 * @param clock epoch milliseconds
 */
export function createZoneQueue(store: Pick<Store, 'write'>, clock: () => number) {
  /** @returns whether it is this caller's turn @throws Outdated */
  const claim = (lockedBy: string, { name, version, isRemoved }: Turn): Promise<boolean> =>
    store.write(`powerdns:${name}`, async (tx) => {
      const now = clock();
      const current = await tx.selectFrom('powerdnsZone').selectAll().where('name', '=', name).executeTakeFirst();
      if (current?.lockedBy && current.lockedUntil > now) return false;
      if (current && (current.version > version || (!isRemoved && current.isRemoved && current.version === version)))
        throw new Outdated(current.version);
      const row = { version, isRemoved, lockedBy, lockedUntil: now + LOCK_MS };
      await tx
        .insertInto('powerdnsZone')
        .values({ name, ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute();
      return true;
    });

  return async function inTurn(turn: Turn, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const lockedBy = randomUUID();
    signal.throwIfAborted();
    while (!(await claim(lockedBy, turn))) await wait(RETRY_MS, undefined, { signal });
    try {
      await work();
    } finally {
      await store.write(`powerdns:${turn.name}`, (tx) =>
        tx
          .updateTable('powerdnsZone')
          .set({ lockedBy: null, lockedUntil: 0 })
          .where('name', '=', turn.name)
          .where('lockedBy', '=', lockedBy)
          .execute(),
      );
    }
  };
}
