import { canProxy, type RecordData } from '../../core/dnsTypes.ts';

/** Of some records, those that a change of the proxy switch is for. */
export interface ProxyChange<R> {
  change: R[];
  /** They are like that already. */
  same: R[];
  /** Their type has no such switch. */
  cannot: R[];
}

export function proxyChange<R extends Pick<RecordData, 'type'> & { proxy: boolean }>(records: readonly R[], on: boolean): ProxyChange<R> {
  const sorted: ProxyChange<R> = { change: [], same: [], cannot: [] };
  for (const record of records) sorted[!canProxy(record.type) ? 'cannot' : record.proxy === on ? 'same' : 'change'].push(record);
  return sorted;
}
