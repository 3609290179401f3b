import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { freePort } from '../../scripts/lib/ports.mjs';
import { edgeAddresses } from '../../src/dns/zone.ts';
import { powerdnsDriver } from '../../src/provider/drivers/dns/powerdns/powerdns.ts';
import { openTestStore } from './testStore.ts';

/** The folder below which Debian's packages are; `npm test` unpacks them where they aren't installed (scripts/lib/needs.mjs). */
const root = process.env.PDNS_ROOT || '/';
const program = join(root, 'usr/sbin/pdns_server');
const schema = join(root, 'usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql');
const modules = readdirSync(join(root, 'usr/lib'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => join(root, 'usr/lib', name, 'pdns'))
  .find((folder) => existsSync(join(folder, 'libgsqlite3backend.so')));
/** Whether pdns-server and pdns-backend-sqlite3 can be had. */
export const hasPowerdns = existsSync(program) && existsSync(schema) && modules !== undefined;
export const PDNS_KEY = 'a-key-of-the-tests';

export interface Powerdns {
  url: string;
  /** Of its answers over DNS. */
  port: number;
  folder: string;
  /** Reads or writes by the API, past the driver. @returns the body, or null */
  api(method: string, path: string, body?: object): Promise<unknown>;
  kill(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends it like a crash. */
  kill9(): Promise<void>;
  /** Starts it again on the same data and ports. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** PowerDNS with its own database and free ports; it ends with the test. @param settings lines for pdns.conf, which replace those below */
export async function startPowerdns(settings: Record<string, string> = {}): Promise<Powerdns> {
  const started = await launchPowerdns(settings);
  onTestFinished(started.stop);
  return started;
}

/** The same for several tests; the caller stops it. */
export async function launchPowerdns(settings: Record<string, string> = {}): Promise<Powerdns> {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-pdns-'));
  const db = new Sqlite(join(folder, 'pdns.db'));
  db.exec(readFileSync(schema, 'utf8'));
  db.close();
  const [port, http] = [await freePort(), await freePort()];
  const conf = {
    launch: 'gsqlite3',
    'module-dir': modules ?? '',
    'gsqlite3-database': join(folder, 'pdns.db'),
    'gsqlite3-dnssec': 'yes',
    'gsqlite3-pragma-synchronous': '0',
    'local-address': '127.0.0.1',
    'local-port': String(port),
    'query-local-address': '127.0.0.1',
    'security-poll-suffix': '',
    'allow-axfr-ips': '127.0.0.1',
    'receiver-threads': '1',
    'distributor-threads': '1',
    api: 'yes',
    'api-key': PDNS_KEY,
    webserver: 'yes',
    'webserver-address': '127.0.0.1',
    'webserver-port': String(http),
    'webserver-allow-from': '127.0.0.1',
    'socket-dir': folder,
    daemon: 'no',
    guardian: 'no',
    'disable-syslog': 'yes',
    ...settings,
  };
  writeFileSync(
    join(folder, 'pdns.conf'),
    Object.entries(conf)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  let running: ChildProcess;
  let ended: Promise<unknown>;
  async function start(): Promise<void> {
    const started = spawn(program, [`--config-dir=${folder}`], { stdio: ['ignore', 'ignore', 'pipe'] });
    running = started;
    ended = once(started, 'exit');
    const output: string[] = [];
    await new Promise<void>((resolve, reject) => {
      createInterface(started.stderr).on('line', (line) => {
        output.push(line);
        // At the end of its start: sockets and the API listen before.
        if (/Done launching threads|operating unthreaded/.test(line)) resolve();
      });
      void ended.then(() => reject(new Error(output.join('\n'))));
    });
  }
  const kill9 = async () => {
    running.kill('SIGKILL');
    await ended;
  };
  await start();
  const url = `http://127.0.0.1:${http}`;
  return {
    url,
    port,
    folder,
    async api(method, path, body) {
      const answer = await fetch(`${url}/api/v1/servers/localhost${path}`, {
        method,
        headers: { 'x-api-key': PDNS_KEY },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return answer.ok && text !== '' ? JSON.parse(text) : null;
    },
    kill: (signal) => running.kill(signal),
    kill9,
    restart: start,
    async stop() {
      await kill9();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const soon = () => AbortSignal.timeout(10_000);

/** Makes drivers of a server, with one store. */
export async function createPowerdnsDriver(engine: Powerdns) {
  const store = await openTestStore();
  return ({ edge = [], ...more }: Partial<{ url: string; key: string; edge: string[] }> = {}) =>
    powerdnsDriver({
      url: engine.url,
      server: 'localhost',
      key: PDNS_KEY,
      edge: async () => ({ addresses: edgeAddresses(edge), isSteered: false }),
      store,
      clock: Date.now,
      ...more,
    });
}

/** Removes all zones of a server; as `driverOf`. */
export async function emptyServer(engine: Powerdns) {
  for (const { id } of (await engine.api('GET', '/zones')) as { id: string }[]) await engine.api('DELETE', `/zones/${id}`); // the API’s list
  return createPowerdnsDriver(engine);
}
