import type { EdgeAddresses } from '../../../../dns/zone.ts';
import type { Store } from '../../../db/open.ts';
import { DriverRefusal, Outdated } from '../../driver.ts';
import type { DnsDriver, ZoneSnapshot } from '../dns.ts';
import { addressless } from '../glue.ts';
import { makeClient, type PowerdnsClient, type PowerdnsOptions, type PowerdnsZone } from './client.ts';
import { syncKeys } from './keys.ts';
import { buildRrSets, type Change, diffRrSets, type RrSet } from './rrsets.ts';
import { createZoneQueue } from './zoneQueue.ts';

/** Marks the zones of the portal: those with another account belong to somebody else and are never touched. */
const ACCOUNT = 'nasim';
/** Characters of a request. PowerDNS refuses more than 2 MB, unless `webserver-max-bodysize` allows it. */
const MAX_CHARS = 1_000_000;

interface PowerdnsDriverOptions extends PowerdnsOptions {
  /** Addresses that proxied records are answered with, and whether they change with the health of edges. */
  edge(): Promise<{ addresses: EdgeAddresses; isSteered: boolean }>;
  store: Pick<Store, 'write'>;
  /** Epoch milliseconds. */
  clock: () => number;
}

/** Hands the zones to PowerDNS by its HTTP API (docs/decisions/0041). */
export function powerdnsDriver({ edge, store, clock, ...options }: PowerdnsDriverOptions): DnsDriver {
  const client = makeClient(options);
  const inTurn = createZoneQueue(store, clock);
  return {
    id: `powerdns:${options.url}/${options.server}`,
    capabilities: { engine: 'powerdns', flattening: true, dnssec: true },
    timeoutMs: 15_000,

    async apply(snapshot, signal) {
      const host = addressless(snapshot);
      if (host !== null) throw new DriverRefusal('deploy:reason.nameServerAddress', { host });
      const { id: name, version } = snapshot;
      await inTurn({ name, version, isRemoved: false }, signal, async () => publish(client, snapshot, await edge(), signal));
    },

    async remove({ id: name, version }, signal) {
      await inTurn({ name, version, isRemoved: true }, signal, async () => {
        const current = await client.zone(name, signal);
        if (current?.account !== ACCOUNT) return;
        if (current.serial > version) throw new Outdated(current.serial);
        await client.remove(name, signal);
      });
    },

    async observe(name, signal) {
      const current = await client.zone(name, signal);
      return current?.account === ACCOUNT && current.serial > 0 ? current.serial : null;
    },
  };
}

async function publish(
  client: PowerdnsClient,
  snapshot: ZoneSnapshot,
  edge: Awaited<ReturnType<PowerdnsDriverOptions['edge']>>,
  signal: AbortSignal,
): Promise<void> {
  const { id: name, version } = snapshot;
  const wanted = buildRrSets(snapshot, edge.addresses, edge.isSteered);
  if (wanted.some(({ type }) => type === 'ALIAS') && (await client.setting('expand-alias', signal)) === 'no')
    throw new DriverRefusal('deploy:reason.alias');
  const current = await client.zone(name, signal);
  if (current) await checkStoredZone(name, current, version);
  else {
    await checkParents(client, name, signal);
    await client.create(name, ACCOUNT, firstRrSets(wanted), signal);
  }
  if (current && (current.soa_edit_api !== '' || current.api_rectify === false))
    await client.set(name, { soa_edit_api: '', api_rectify: true }, signal);
  const isRekeyed = await syncKeys(client, name, current, snapshot.keys, signal);
  const changes = diffRrSets(await client.rrsets(name, signal), wanted);
  // The serial comes last: a zone that was changed in part isn't taken for the new version.
  for (const some of inRequests(changes)) await client.change(name, some, signal);
  // A change does that too.
  if (isRekeyed && changes.length === 0) await client.rectify(name, signal);
  // A server that isn't a primary refuses it, and secondaries that aren't notified see the change when they refresh.
  if (!current || changes.length > 0) await client.notify(name, signal).catch(() => {});
}

async function checkStoredZone(zone: string, { account, serial }: PowerdnsZone, version: number): Promise<void> {
  if (account !== ACCOUNT) throw new DriverRefusal('deploy:reason.foreignZone', { zone });
  if (serial > version) throw new Outdated(serial);
}

/** A new zone takes the names below it from a zone above it, which must not belong to somebody else. */
async function checkParents(client: PowerdnsClient, name: string, signal: AbortSignal): Promise<void> {
  const labels = name.split('.');
  for (let i = 1; i < labels.length - 1; i++) {
    const zone = labels.slice(i).join('.');
    const current = await client.zone(zone, signal);
    if (current && current.account !== ACCOUNT) throw new DriverRefusal('deploy:reason.foreignZone', { zone });
  }
}

const rrSetSize = (one: RrSet | Change): number => JSON.stringify(one).length + 1;

/** What a new zone is created with: all of it, so that it's never served in part, unless that is too large for one request. */
function firstRrSets(wanted: readonly RrSet[]): readonly RrSet[] {
  if (wanted.reduce((sum, set) => sum + rrSetSize(set), 0) <= MAX_CHARS) return wanted;
  return wanted
    .slice(0, 1)
    .map((soa) => ({ ...soa, records: soa.records.map((one) => ({ ...one, content: withoutSerial(one.content) })) }));
}
/** Of a zone that isn't complete. */
const withoutSerial = (soa: string): string => soa.replace(/^(\S+ \S+) \d+/, '$1 0');

/** In order, each small enough for a request. */
function inRequests(changes: readonly Change[]): Change[][] {
  const requests: Change[][] = [];
  let room = 0;
  for (const change of changes) {
    const size = rrSetSize(change);
    if (size > room) {
      requests.push([]);
      room = MAX_CHARS;
    }
    requests.at(-1)?.push(change);
    room -= size;
  }
  return requests;
}
