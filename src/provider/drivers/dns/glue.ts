import type { ZoneSnapshot } from './dns.ts';

/** The first name server of the zone that lies inside of it and has no address there; such a zone loads nowhere. Null: none. */
export function addressless({ id, nameServers, records }: Pick<ZoneSnapshot, 'id' | 'nameServers' | 'records'>): string | null {
  const names = new Set(
    records.filter(({ type }) => type === 'A' || type === 'AAAA').map(({ name }) => (name === '@' ? id : `${name}.${id}`)),
  );
  return nameServers.find((host) => (host === id || host.endsWith(`.${id}`)) && !names.has(host)) ?? null;
}
