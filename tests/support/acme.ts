import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { freePort } from '../../scripts/lib/ports.mjs';
import { which } from '../../scripts/lib/which.mjs';
import { newDispatcher } from '../../src/provider/drivers/certs/acmeWire.ts';
import { issueFrom, makeAuthority, openAuthority } from '../../src/provider/drivers/certs/authority.ts';
import type { Provider } from '../../src/provider/index.ts';
import { bind, close } from './listen.ts';

export const pebble = which('pebble');
const READY_MS = 10_000;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Debian's `pebble`, the ACME server of Let's Encrypt for tests, on loopback. It asks the given name server, and connects to web servers on
 * `httpPort`. It starts without accounts, as an authority that is new.
 */
export async function startPebble({ dnsPort, httpPort }: { dnsPort: number; httpPort: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-pebble-'));
  const texts = await makeAuthority('Pebble', Date.now());
  const server = await issueFrom(await openAuthority(texts), { hosts: ['localhost'], now: Date.now() });
  const certificate = join(folder, 'cert.pem');
  const privateKey = join(folder, 'key.pem');
  writeFileSync(certificate, server.certificate + server.caBundle);
  writeFileSync(privateKey, server.privateKey);
  const requests: string[] = [];
  const agent = newDispatcher(texts.root);
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    if (options.method === 'POST') requests.push(options.path);
    return dispatch(options, handler);
  });
  let child: ChildProcess | undefined;
  let output = '';
  const stop = async () => {
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((done) => child?.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  };
  /** Pebble can't announce a port that it chose, and another process may take the free one first. */
  async function attempt(): Promise<string | null> {
    const port = await freePort();
    const management = await freePort();
    const config = join(folder, 'pebble.json');
    const addresses = { listenAddress: `127.0.0.1:${port}`, managementListenAddress: `127.0.0.1:${management}` };
    const options = { ocspResponderURL: '', externalAccountBindingRequired: false, certificateValidityPeriod: 90 * 86_400 };
    writeFileSync(config, JSON.stringify({ pebble: { ...addresses, certificate, privateKey, httpPort, tlsPort: 1, ...options } }));
    const env = { PATH: process.env.PATH, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0', PEBBLE_AUTHZREUSE: '0' };
    const started = spawn(pebble ?? 'pebble', ['-config', config, '-dnsserver', `127.0.0.1:${dnsPort}`], { env, stdio: 'pipe' });
    child = started;
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (output += chunk));
    const url = `https://localhost:${port}/dir`;
    for (const end = Date.now() + READY_MS; Date.now() < end && started.exitCode === null; await pause(20)) {
      const answer = await request(url, { dispatcher }).catch(() => null);
      await answer?.body.dump();
      if (answer?.statusCode === 200) return url;
    }
    await stop();
    return null;
  }
  const directory = (await attempt()) ?? (await attempt()) ?? (await attempt());
  if (directory === null) throw new Error(`pebble did not start: ${output}`);
  return {
    directory,
    dispatcher,
    /** The paths of the POST requests so far. */
    requests,
    async stop() {
      await stop();
      await agent.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The HTTP server of a provider, for programs that need an address. @param base what the paths of its calls begin with */
export async function listen(provider: Provider, base = '') {
  const server = http.createServer((incoming, outgoing) => {
    const end = new AbortController();
    outgoing.once('close', () => end.abort());
    const answer = async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer); // a request without an encoding
      const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const { method = 'GET' } = incoming;
      const url = `http://provider${incoming.url?.slice(base.length)}`;
      const body = method === 'GET' ? {} : { body: Buffer.concat(chunks) };
      const response = await provider.answer(new Request(url, { method, headers, signal: end.signal, ...body }), { ip: '127.0.0.1' });
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    };
    answer().catch(() => outgoing.destroy());
  });
  return { url: `http://127.0.0.1:${await bind(server)}`, stop: () => close(server) };
}
