import { randomInt } from 'node:crypto';
import { startDemoDns, type TestDns } from './dns.ts';
import { type RunningServer, startPortal, startProviderServer } from './server.ts';

/** The provider inside the portal, or as a separate process behind `PROVIDER_URL`. */
export type Arrangement = 'embedded' | 'remote';

export interface Portal {
  url: string;
  /** Folder of the provider's data. */
  dataDir: string;
  arrangement: Arrangement;
  /** The DNS servers of the portal. */
  dns: TestDns;
  /** Output of the portal so far. */
  output(): string;
  /** Stops everything and restarts it with the same data and ports. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a portal with demo data and DNS servers. */
export async function openPortal(arrangement: Arrangement): Promise<Portal> {
  const dns = await startDemoDns();
  // Pages wait as long as they may: whether their HTML has its rows must not depend on how busy the machine is.
  const env = { TRUSTED_PROXIES: '127.0.0.1', DEMO: 'on', PAGE_WAIT_MS: '10000', ...dns.env };
  const start = async (before: RunningServer[] = []): Promise<[RunningServer, ...RunningServer[]]> => {
    const again = (index: number) => {
      const old = before[index];
      return old && { dataDir: old.dataDir, port: old.port };
    };
    if (arrangement === 'embedded') return [await startPortal({ env, ...again(0) })];
    const provider = await startProviderServer({ env, ...again(1) });
    return [await startPortal({ env: { ...env, PROVIDER_URL: provider.url }, ...again(0) }), provider];
  };
  const first = await start();
  let running = first;
  const [portal, provider] = first;
  return {
    url: portal.url,
    dataDir: (provider ?? portal).dataDir,
    arrangement,
    dns,
    output: () => running[0].output(),
    async restart() {
      for (const server of running) await server.stop();
      running = await start(running);
    },
    async close() {
      // Its data is removed, so nothing has to be completed. On SIGTERM it would wait 8 s for connections that a client opened and didn't use.
      for (const server of running) await server.kill9();
      // The first ones own the data.
      for (const server of first) await server[Symbol.asyncDispose]();
      await dns[Symbol.asyncDispose]();
    },
  };
}

/** An address of a client. With a separate one per test, limits by address don't add up. */
export const newAddress = (): string => `198.18.${randomInt(256)}.${randomInt(1, 255)}`;
