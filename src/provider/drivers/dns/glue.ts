import type { ZoneSnapshot } from './dns.ts';

/** The first name server inside the zone that has no address there; such a zone can't be loaded. Null: none. */
export function addressless({ id, nameServers, records }: Pick<ZoneSnapshot, 'id' | 'nameServers' | 'records'>): string | null {
  const names = new Set(
    records.filter(({ type }) => type === 'A' || type === 'AAAA').map(({ name }) => (name === '@' ? id : `${name}.${id}`)),
  );
  return nameServers.find((host) => (host === id || host.endsWith(`.${id}`)) && !names.has(host)) ?? null;
}
