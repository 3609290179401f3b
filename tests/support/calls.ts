import type { NamedCall } from '../../src/lib/contract/call.ts';
import { allCalls } from '../../src/lib/contract/openapi.ts';
import type { TestProvider } from './provider.ts';

export const nameOf = (call: NamedCall): string => call.id.join('.');
export const callsWith = (test: (call: NamedCall) => boolean): [string, NamedCall][] =>
  allCalls()
    .filter(test)
    .map((call) => [nameOf(call), call]);

/** Everything that the store holds, but for what a request leaves behind by itself: counters and the last time of a session. */
export async function snapshot({ store }: TestProvider): Promise<string> {
  const tables = [
    'user',
    'verification',
    'twoFactor',
    'recoveryCode',
    'signInChallenge',
    'trustedDevice',
    'domain',
    'dnsRecord',
    'edgeSetting',
    'cacheDeletion',
    'dedicatedIp',
    'cnameSetup',
    'customPage',
    'edgeItem',
    'firewallGroup',
    'server',
    'edgeSetting',
    'edgeItem',
    'ledgerAccount',
    'ledgerEntry',
    'ledgerLine',
    'idempotency',
    'outbox',
    'notification',
    'task',
  ] as const;
  const rows = await Promise.all(tables.map((table) => store.reader.selectFrom(table).selectAll().execute()));
  // The rows of two tables have no common key to sort by but all of them.
  return JSON.stringify(rows.map((list) => list.map((row) => JSON.stringify(row)).sort()));
}

/** The file of multipart examples. */
export const zoneFile = (text = 'new IN A 203.0.113.99\n', name = 'zone.txt') => new File([text], name, { type: 'text/plain' });
