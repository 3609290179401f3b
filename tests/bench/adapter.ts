import { auth } from '../../src/lib/contract/account/auth.ts';
import { Client } from '../support/client.ts';
import { start, startPortal } from '../support/server.ts';
import { load } from './load.ts';
import { median, perSecond, report } from './report.ts';

const CONNECTIONS = 32;

/** Throughput of the adapter for calls with a session, compared with a minimal Node proxy. They run alternately. */
export async function benchAdapter(quick: boolean): Promise<void> {
  const seconds = quick ? 2 : 4;
  await using upstream = await start('tests/bench/upstream.ts');
  await using proxy = await start('tests/bench/proxy.ts', { env: { UPSTREAM: upstream.url } });
  await using portal = await startPortal({ env: { PROVIDER_URL: upstream.url } });
  const client = new Client(portal.url);
  await client.ok(auth.login, { username: 'anyone@mail.example', password: 'anything' });
  const { cookie } = client;
  const [own, plain, direct]: [number[], number[], number[]] = [[], [], []];
  await load(`${portal.url}/api/fin/balance`, { connections: CONNECTIONS, seconds: 2, cookie });
  for (let i = 0; i < (quick ? 2 : 3); i++) {
    const passed = await load(`${portal.url}/api/fin/balance`, { connections: CONNECTIONS, seconds, cookie });
    if (passed.errors > 0) throw new Error(`${passed.errors} calls failed`);
    own.push(passed.requestsPerSecond);
    plain.push((await load(`${proxy.url}/fin/balance`, { connections: CONNECTIONS, seconds })).requestsPerSecond);
    direct.push((await load(`${upstream.url}/fin/balance`, { connections: CONNECTIONS, seconds })).requestsPerSecond);
  }
  const [rate, bare] = [median(own), median(plain)];
  report(
    'adapter, calls passed on with a session',
    '≥ 4,027/s',
    perSecond(rate),
    rate >= 4027,
    `node:http + undici ${perSecond(bare)}, the upstream itself ${perSecond(median(direct))}`,
  );
  report('adapter beside a bare proxy', 'stretch ≥ 0.5', (rate / bare).toFixed(2), rate / bare >= 0.5);
}
