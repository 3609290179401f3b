import { atom } from 'nanostores';
import { useEffect } from 'react';
import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import type { Fault } from '../../../lib/rules/core/fault.ts';
import { recordFormData } from './data.ts';

/** Warnings by the id of the record. */
export type RecordWarnings = ReadonlyMap<string, readonly Fault[]>;

/** Separate from the rows: warnings change a few icons, not the columns of ten thousand records. */
export const $warnings = atom<RecordWarnings>(new Map());

/** Checks all records after the list is rendered: the rules are loaded lazily and run when the browser is idle. */
export function useZoneWarnings(records: readonly DnsRecord[], zone: string): void {
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      const { zoneWarnings } = await import('../../../lib/rules/cdn/dns/zoneWarnings.ts');
      if (isOver) return;
      const places = zoneWarnings(
        records.map((record) => ({ ...recordFormData(record), ttl: record.ttl })),
        zone,
      );
      $warnings.set(new Map([...places].map(([place, faults]) => [records[place]?.id ?? '', faults])));
    };
    // A failed load is retried on the next change; the list works without it.
    const start = () => void look().catch(() => undefined);
    const stop = whenIdle(start);
    return () => {
      isOver = true;
      stop();
    };
  }, [records, zone]);
}

/** Runs work when idle; Safari has no idle callback. Returns a function that cancels it. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 50);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 1000 });
  return () => cancelIdleCallback(handle);
}
