import { freePort } from '../../scripts/lib/ports.mjs';
import type { DnsServerOptions } from '../../src/dns/server.ts';
import { dnsFolder } from '../../src/dns/start.ts';
import { propagation } from '../../src/lib/contract/cdn/propagation.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import type { RecordType } from '../../src/lib/rules/core/dnsTypes.ts';
import { addresses, type TestDns } from './dns.ts';
import { startNameServer } from './nameServer.ts';
import { startProvider } from './provider.ts';

const { domainId } = demo;
const { old, ours: ownServer } = addresses;
/** Nothing listens here. */
const away = '127.0.0.77';

/** The portal with its own name server, and with servers of the simulated internet as resolvers. */
export async function start(internet: TestDns, options: Partial<DnsServerOptions> = {}) {
  const port = await freePort();
  const at = (label: string, address: string) => `${label}=${address}:${internet.port}`;
  const p = await startProvider({
    env: {
      DNS_DRIVER: 'node',
      DNS_PORT: String(port),
      PROPAGATION_RESOLVERS: [`New=127.0.0.1:${port}`, at('Old', old), at('Broken', ownServer), at('Away', away)].join(','),
    },
  });
  const { server, put } = await startNameServer([], { folder: dnsFolder(p.env), port, ...options });
  const token = await p.signIn();
  const publish = async () => {
    await p.provider.services.jobs.runDue();
    server.follow();
  };
  const look = async (name: string, type: RecordType) => (await p.ok(propagation.get, { domainId, name, type }, { token })).propagation;
  return { p, token, port, put, server, publish, look };
}
