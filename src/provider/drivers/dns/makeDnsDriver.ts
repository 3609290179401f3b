import type { Logger } from 'pino';
import type { Env } from '../../../config/env.ts';
import { dnsFolder } from '../../../dns/start.ts';
import { allAddresses } from '../../../dns/steering.ts';
import { edgeAddresses } from '../../../dns/zone.ts';
import type { Store } from '../../db/open.ts';
import type { DnsDriver } from './dns.ts';
import { filesDriver } from './files.ts';
import { nodeDriver } from './node.ts';
import { powerdnsDriver } from './powerdns/powerdns.ts';
import { readSteering } from './steering.ts';

/** The name servers selected by `DNS_DRIVER`; null: none is connected, and changes stay saved only. @param clock epoch milliseconds */
export function makeDnsDriver(env: Env, store: Store, clock: () => number, log: Logger): DnsDriver | null {
  const { DNS_DRIVER, DNS_FILES_DIR, DNS_RELOAD, PDNS_URL, PDNS_API_KEY, PDNS_SERVER } = env;
  if (DNS_DRIVER === 'node')
    return nodeDriver({
      folder: dnsFolder(env),
      onDamage: (error, aside) => log.error({ err: error, aside }, 'DNS driver moved a damaged zone database aside'),
    });
  if (DNS_DRIVER === 'powerdns' && PDNS_URL && PDNS_API_KEY)
    return powerdnsDriver({
      url: PDNS_URL,
      server: PDNS_SERVER,
      key: PDNS_API_KEY,
      async edge() {
        const steering = await readSteering(store.reader, env);
        return { addresses: steering ? allAddresses(steering) : edgeAddresses(env.EDGE_ADDRESSES), isSteered: steering !== null };
      },
      store,
      clock,
    });
  if (DNS_DRIVER === 'files' && DNS_FILES_DIR) return filesDriver({ folder: DNS_FILES_DIR, reload: DNS_RELOAD });
  return null;
}
