import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Env, toTsigKey } from '../config/env.ts';
import type { Metrics } from '../lib/node/metrics.ts';
import { toServer } from '../lib/rules/core/dnsServer.ts';
import { makeDnsServer } from './server.ts';

/** Equal responses a second to one network over UDP: a busy resolver asks for a name once in its TTL. */
const PER_SECOND = 50;
const RETRY_MS = 10_000;

/** The folder through which a portal and the name servers of its machine share the zones. */
export const dnsFolder = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): string => join(DATA_DIR, 'dns');

export interface NameServer {
  /** Whether it answers for the zones. */
  isReady(): boolean;
  stop(): Promise<void>;
}

/**
 * Starts the name server of an environment, and retries while the port is in use, for example by `npm run dns` or by the process that this
 * one replaces: that one serves the same zones.
 */
export function startNameServer(
  env: Pick<Env, 'DATA_DIR' | 'HOST' | 'DNS_PORT' | 'DNS_SECONDARIES' | 'DNS_TSIG' | 'EDGE_ADDRESSES' | 'GEOIP_DB' | 'RESOLVERS'>,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
  metrics?: Metrics,
): NameServer {
  const server = makeDnsServer({
    folder: dnsFolder(env),
    host: env.HOST,
    port: env.DNS_PORT,
    edge: env.EDGE_ADDRESSES,
    geo: env.GEOIP_DB,
    resolvers: env.RESOLVERS,
    secondaries: env.DNS_SECONDARIES.map(toServer).filter((one) => one !== null),
    keys: env.DNS_TSIG.map(toTsigKey).filter((one) => one !== null),
    perSecond: PER_SECOND,
    onFault: (error) => log.error({ err: error }, 'name server failed'),
    metrics,
  });
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let isReported = false;
  const attempt = (): Promise<void> =>
    server.listen().then(
      ({ address, port }) => log.info(`name server listens on ${address}, port ${port}`),
      (error: unknown) => {
        if (!isReported) reportBusyPort(log, error);
        isReported = true;
        if (!stopped) timer = setTimeout(() => void attempt(), RETRY_MS).unref();
      },
    );
  const first = attempt();
  return {
    isReady: server.isReady,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await first;
      await server.close();
    },
  };
}

/** Beside `npm run dns` this is as it should be, so it isn't an error. */
function reportBusyPort(log: Pick<Logger, 'warn' | 'error'>, error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    log.warn(
      { err: error },
      'port of the name server is in use, and is tried again; without another name server, choose one with DNS_PORT',
    );
  else log.error({ err: error }, 'name server failed to listen, and tries again; choose another address or port with HOST or DNS_PORT');
}
