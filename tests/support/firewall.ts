import { firewall } from '../../src/lib/contract/cdn/firewall.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { traceRequest } from '../../src/lib/rules/cdn/edge/trace.ts';
import { loadEdgeConfig } from '../../src/provider/cdn/policy/config.ts';
import { ownedDomain } from '../../src/provider/db/owned.ts';
import { startProvider, type TestProvider } from './provider.ts';

export const { domainId } = demo;
/** The client address of test requests (tests/support/provider.ts). */
export const me = '192.0.2.1';
/** Shorter than a session. */
export const SPAN = 600_000;

export async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const list = () => p.ok(firewall.list, { domainId }, { token });
  const create = (input: object) => p.try(firewall.create, { domainId, kind: 'ip', mode: 'deny', deploy: true, ...input }, { token });
  const made = async (input: object) => (await create(input)).body.rule as { id: string; priority: number; version: number };
  return { p, token, list, create, made };
}

/** What happens to a visitor at the edge, by the engine with all stored rules. */
export async function visit(p: TestProvider, visitor: { ip: string; country?: string; asn?: number }): Promise<string> {
  const db = p.store.reader;
  const { accountId } = await db.selectFrom('domain').select('accountId').where('id', '=', domainId).executeTakeFirstOrThrow();
  const config = await loadEdgeConfig(db, await ownedDomain(db, { id: accountId }, domainId));
  return traceRequest(config, { url: 'https://parvaz.example/', now: p.clock.now, ...visitor }, 'deployed').outcome;
}
