import { canProxy, type RecordData } from '../../core/dnsTypes.ts';

/** Splits records by whether a change of the proxy status applies to them. */
export interface ProxyChange<R> {
  change: R[];
  /** Already have that status. */
  same: R[];
  /** Their type can't be proxied. */
  cannot: R[];
}

export function proxyChange<R extends Pick<RecordData, 'type'> & { proxy: boolean }>(records: readonly R[], on: boolean): ProxyChange<R> {
  const sorted: ProxyChange<R> = { change: [], same: [], cannot: [] };
  for (const record of records) sorted[!canProxy(record.type) ? 'cannot' : record.proxy === on ? 'same' : 'change'].push(record);
  return sorted;
}
