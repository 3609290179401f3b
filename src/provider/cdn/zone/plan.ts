import type { CheckedRecord } from '../../../lib/rules/cdn/dns/record.ts';
import type { ZoneLine } from '../../../lib/rules/cdn/zone/types.ts';
import { sameData } from '../../../lib/rules/core/dnsTypes.ts';
import type { DnsRow } from '../../db/schema.ts';
import { toData } from '../dns/records.ts';

export interface Incoming {
  line: number;
  record: CheckedRecord;
}
export interface ImportPlan {
  create: (Incoming & { replaces: boolean })[];
  /** Rows to delete. */
  remove: DnsRow[];
  skipped: ZoneLine[];
}

/**
 * The effect of an import, decided before anything is stored.
 * A record that the domain already has is skipped. If the domain has other records of the same name and type, or a CNAME
 * conflicts with other types, `skip` keeps the existing records and `replace` replaces them with those of the file.
 */
export function planImport(rows: readonly DnsRow[], incoming: readonly Incoming[], conflict: 'skip' | 'replace'): ImportPlan {
  const byName = Map.groupBy(rows, ({ name }) => name);
  const plan: ImportPlan = { create: [], remove: [], skipped: [] };
  const removed = new Set<DnsRow>();
  const kept = new Set<DnsRow>();
  const fresh: { item: Incoming; rivals: DnsRow[] }[] = [];

  for (const item of incoming) {
    const { record } = item;
    const here = byName.get(record.name) ?? [];
    const same = here.find((row) => sameData(toData(row), record));
    if (same) {
      kept.add(same);
      plan.skipped.push(skip(item, 'zone:skipped.exists'));
      continue;
    }
    const rivals = here.filter((row) => row.type === record.type || row.type === 'CNAME' || record.type === 'CNAME');
    if (rivals.length > 0 && conflict === 'skip') plan.skipped.push(skip(item, 'zone:skipped.conflict'));
    else fresh.push({ item, rivals });
  }
  for (const { item, rivals } of fresh) {
    for (const row of rivals) if (!kept.has(row)) removed.add(row);
    plan.create.push({ ...item, replaces: rivals.length > 0 });
  }
  plan.remove = [...removed];
  return plan;
}

const skip = ({ line, record }: Incoming, key: 'zone:skipped.exists' | 'zone:skipped.conflict'): ZoneLine => ({
  line,
  text: `${record.name} ${record.type} ${record.content}`.slice(0, 200),
  key,
  params: { name: record.name, type: record.type },
});
