import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { apiKey } from '../../src/lib/contract/account/apiKey.ts';
import { type Area, areas } from '../../src/lib/contract/call.ts';
import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import type { Client } from './client.ts';
import { bind, close } from './listen.ts';

interface Ended {
  code: number;
  out: string;
  err: string;
}
interface Cli {
  /** A folder for its files, and of its settings. */
  folder: string;
  /** Runs the program to its end. @param options.env more variables @param options.stdin what it reads */
  run(words: readonly string[], options?: { env?: Record<string, string>; stdin?: string }): Promise<Ended>;
  /** The same, which must succeed. @returns standard output */
  ok(...words: string[]): Promise<string>;
}

const built = new Map<string, Promise<string>>();

/** The program as it is published, built once for each worker in a temporary folder. @returns its file */
export function buildCli(): Promise<string> {
  const known = built.get('cli');
  if (known) return known;
  const folder = mkdtempSync(join(tmpdir(), 'nasim-cli-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const work = promisify(execFile)(process.execPath, ['scripts/lib/cliPackage.mjs', folder]).then(() => join(folder, 'nasim.mjs'));
  built.set('cli', work);
  return work;
}

/** The command line against a portal, in a folder of its own. @param key empty: not signed in */
export async function openCli(url: string, key: string, program?: string): Promise<Cli> {
  const file = program ?? (await buildCli());
  const folder = mkdtempSync(join(tmpdir(), 'nasim-cli-home-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const run: Cli['run'] = (words, { env = {}, stdin = '' } = {}) =>
    new Promise((resolve) => {
      const all = { PATH: process.env.PATH, XDG_CONFIG_HOME: folder, ...(key && { NASIM_URL: url, NASIM_KEY: key }), ...env };
      const child = execFile(
        process.execPath,
        [file, ...words],
        { cwd: folder, env: all, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 },
        (error, out, err) => {
          const { code } = (error ?? { code: 0 }) as { code?: unknown };
          resolve({ code: typeof code === 'number' ? code : -1, out, err });
        },
      );
      child.stdin?.end(stdin);
    });
  return {
    folder,
    run,
    async ok(...words) {
      const { code, out, err } = await run(words);
      if (code !== 0) throw new Error(`nasim ${words.join(' ')} ended with ${code}\n${out}${err}`);
      return out;
    },
  };
}

/** The token of a new key. @param access default: everything */
export async function newKey(client: Client, access?: Partial<Record<Area, 'read' | 'write'>>): Promise<string> {
  const every = Object.fromEntries(areas.map((area) => [area, 'write'])) as Record<Area, 'write'>; // every area
  return (await client.ok(apiKey.add, { name: `Command line ${Math.random()}`, access: access ?? every, monthlyLimit: 1_000_000_000 }))
    .token;
}

/** When a connection is cut: before the request reaches the portal, or after the portal has answered. */
type Cut = 'before' | 'after' | null;

/** A proxy that cuts the connection of requests. @param cuts decides for each, from its path and body */
export async function cuttingProxy(target: string, cuts: (path: string, body: string) => Cut): Promise<string> {
  const server: Server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const cut = cuts(incoming.url ?? '', body.toString('utf8'));
      if (cut === 'before') {
        outgoing.destroy();
        return;
      }
      const sent = request(`${target}${incoming.url}`, { method: incoming.method ?? 'GET', headers: incoming.headers }, (answer) => {
        if (cut === null) {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        } else answer.resume().on('end', () => outgoing.destroy());
      });
      sent.end(body);
    });
  });
  const port = await bind(server);
  onTestFinished(() => close(server));
  return `http://127.0.0.1:${port}`;
}

/** Whether a request changes a domain to a file. */
export const isImport = (path: string, body: string): boolean => path === '/api/version/import' && !JSON.parse(body).dryRun;

/** Adds a record to the configuration `shop.json` of a folder. */
export function addRecord(folder: string, name: string): void {
  const file = join(folder, 'shop.json');
  const configuration = JSON.parse(readFileSync(file, 'utf8'));
  configuration.dns.records.push({ name, type: 'A', content: '203.0.113.77', ttl: 'auto', proxy: false });
  writeFileSync(file, JSON.stringify(configuration));
}

/** Number of records of the demo domain with a name. */
export const countRecords = async (client: Client, name: string): Promise<number> =>
  (await client.ok(dns.list, { domainId: demo.domainId, filter: `name=${name}` })).records.length;
