import { atom } from 'nanostores';
import { useEffect } from 'react';
import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import type { Fault } from '../../../lib/rules/core/fault.ts';
import { dataOf } from './data.ts';

/** Warnings by the id of the record. */
export type RecordWarnings = ReadonlyMap<string, readonly Fault[]>;

/** Apart from the rows: what is found changes a few marks, not the columns of ten thousand records. */
export const $warnings = atom<RecordWarnings>(new Map());

/** Looks at all records once the list is on the page: the rules come late and run when nothing else does. */
export function useZoneWarnings(records: readonly DnsRecord[], zone: string): void {
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      const { zoneWarnings } = await import('../../../lib/rules/cdn/dns/zoneWarnings.ts');
      if (isOver) return;
      const places = zoneWarnings(
        records.map((record) => ({ ...dataOf(record), ttl: record.ttl })),
        zone,
      );
      $warnings.set(new Map([...places].map(([place, faults]) => [records[place]?.id ?? '', faults])));
    };
    // What does not load is looked for at the next change; the list is whole without it.
    const start = () => void look().catch(() => undefined);
    const stop = whenIdle(start);
    return () => {
      isOver = true;
      stop();
    };
  }, [records, zone]);
}

/** Runs work when nothing else happens; Safari has no idle callback. Returns how to call it off. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 50);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 1000 });
  return () => cancelIdleCallback(handle);
}
