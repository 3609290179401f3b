import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { DriverFault, DriverRefusal } from '../../driver.ts';
import type { Change, RrSet } from './rrsets.ts';

/** Waits before another attempt at a request that the server didn't answer, in milliseconds; afterward the reconciler tries again later. */
const RETRIES_MS = [100, 400];
const MAX_MESSAGE = 200;

const Zone = z.object({
  /** Who the zone belongs to. */
  account: z.string(),
  /** Of the stored SOA; 0: there is none. */
  serial: z.number(),
  dnssec: z.boolean(),
  nsec3param: z.string().optional(),
  soa_edit_api: z.string(),
  api_rectify: z.boolean().optional(),
});
const RrSets = z.object({
  rrsets: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      ttl: z.number(),
      records: z.array(z.object({ content: z.string(), disabled: z.boolean() })),
    }),
  ),
});
const Keys = z.array(z.object({ id: z.number(), dnskey: z.string(), active: z.boolean(), published: z.boolean() }));
const Settings = z.array(z.object({ name: z.string(), value: z.string() }));

export type PowerdnsZone = z.output<typeof Zone>;
type PowerdnsKey = z.output<typeof Keys>[number];
/** Settings of a zone that the API can change. */
type ZoneSettings = Partial<Pick<PowerdnsZone, 'dnssec' | 'nsec3param' | 'soa_edit_api' | 'api_rectify'>>;

export interface PowerdnsOptions {
  /** Root of the HTTP API, without a final slash. */
  url: string;
  /** The server's name in the API. */
  server: string;
  key: string;
}

/**
 * PowerDNS's HTTP API (https://doc.powerdns.com/authoritative/http-api/). Requests that write are made one after the other: a backend such
 * as SQLite has one writer.
 * @throws DriverRefusal for data that the server refuses, DriverFault if it doesn't accept the key, Error if it can't be reached
 */
export function makeClient({ url, server, key }: PowerdnsOptions) {
  const root = `${url}/api/v1/servers/${encodeURIComponent(server)}`;
  const at = (zone: string) => `/zones/${encodeURIComponent(`${zone}.`)}`;
  let last: Promise<unknown> = Promise.resolve();

  async function attempt(method: string, path: string, body: string | undefined, signal: AbortSignal): Promise<Response> {
    for (let failed = 0; ; failed++) {
      const answer = await fetch(root + path, {
        method,
        headers: { 'x-api-key': key, accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body }),
        redirect: 'error',
        signal,
      }).catch((error: unknown) => {
        signal.throwIfAborted();
        return error;
      });
      if (answer instanceof Response && answer.status < 500) return answer;
      const pause = RETRIES_MS[failed];
      // The body of an error may be about other zones, and is only logged.
      if (pause === undefined)
        throw answer instanceof Response
          ? new Error(`PowerDNS answered ${answer.status} to ${method} ${path}: ${(await answer.text()).slice(0, MAX_MESSAGE)}`)
          : new Error(`PowerDNS can't be reached: ${method} ${path}`, { cause: answer });
      if (answer instanceof Response) await answer.body?.cancel();
      await wait(pause, undefined, { signal });
    }
  }

  /** @returns the text of the answer; null: there is no such thing */
  async function request(method: string, path: string, signal: AbortSignal, body?: object): Promise<string | null> {
    const answer = await attempt(method, path, body && JSON.stringify(body), signal);
    const text = await answer.text();
    if (answer.ok) return text;
    if (answer.status === 404 && (method === 'GET' || method === 'DELETE')) return null;
    if (answer.status === 401 || answer.status === 403) throw new DriverFault('deploy:reason.unauthorized');
    if (answer.status === 422) throw new DriverRefusal('deploy:reason.rejected', { message: parseErrorMessage(text) });
    throw new Error(`PowerDNS answered ${answer.status} to ${method} ${path}: ${text.slice(0, MAX_MESSAGE)}`);
  }

  const write = (method: string, path: string, signal: AbortSignal, body?: object): Promise<void> => {
    const mine = last.then(async () => {
      signal.throwIfAborted();
      await request(method, path, signal, body);
    });
    last = mine.catch(() => {});
    return mine;
  };
  const read = async (path: string, signal: AbortSignal): Promise<unknown> => JSON.parse((await request('GET', path, signal)) ?? 'null');

  return {
    async zone(zone: string, signal: AbortSignal): Promise<PowerdnsZone | null> {
      return Zone.nullable().parse(await read(`${at(zone)}?rrsets=false`, signal));
    },
    async rrsets(zone: string, signal: AbortSignal): Promise<readonly RrSet[]> {
      return RrSets.parse(await read(at(zone), signal)).rrsets;
    },
    create: (zone: string, account: string, rrsets: readonly RrSet[], signal: AbortSignal) =>
      // With an empty `soa_edit_api`, the server leaves the serial alone.
      write('POST', '/zones', signal, {
        name: `${zone}.`,
        kind: 'Master',
        account,
        nameservers: [],
        soa_edit_api: '',
        api_rectify: true,
        rrsets,
      }),
    change: (zone: string, rrsets: readonly Change[], signal: AbortSignal) => write('PATCH', at(zone), signal, { rrsets }),
    set: (zone: string, settings: ZoneSettings, signal: AbortSignal) => write('PUT', at(zone), signal, settings),
    setMetadata: (zone: string, kind: string, value: string, signal: AbortSignal) =>
      write('PUT', `${at(zone)}/metadata/${kind}`, signal, { kind, metadata: [value] }),
    remove: (zone: string, signal: AbortSignal) => write('DELETE', at(zone), signal),
    /** Makes the chain of denials complete. */
    rectify: (zone: string, signal: AbortSignal) => write('PUT', `${at(zone)}/rectify`, signal),
    notify: (zone: string, signal: AbortSignal) => write('PUT', `${at(zone)}/notify`, signal),
    async keys(zone: string, signal: AbortSignal): Promise<readonly PowerdnsKey[]> {
      return Keys.parse(await read(`${at(zone)}/cryptokeys`, signal));
    },
    /** @param privatekey in the format of BIND's `.private` files */
    addKey: (zone: string, privatekey: string, signal: AbortSignal) =>
      write('POST', `${at(zone)}/cryptokeys`, signal, { keytype: 'csk', active: true, published: true, privatekey }),
    removeKey: (zone: string, id: number, signal: AbortSignal) => write('DELETE', `${at(zone)}/cryptokeys/${id}`, signal),
    /** A setting of `pdns.conf`; undefined: this version of the server doesn't have it. */
    async setting(name: string, signal: AbortSignal): Promise<string | undefined> {
      return Settings.parse(await read('/config', signal)).find((setting) => setting.name === name)?.value;
    },
  };
}
export type PowerdnsClient = ReturnType<typeof makeClient>;

const Refused = z.object({ error: z.string() });
/** What the server says about the data of the zone, which is the only one in the request. */
function parseErrorMessage(text: string): string {
  try {
    return Refused.parse(JSON.parse(text)).error.slice(0, MAX_MESSAGE);
  } catch {
    return text.slice(0, MAX_MESSAGE);
  }
}
