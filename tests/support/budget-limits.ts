import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished } from 'vitest';
import { startEdge } from '../../src/edge/edge.ts';
import { readEdgeEnv } from '../../src/edge/env.ts';
import { cache } from '../../src/lib/contract/cdn/cache.ts';
import { domain } from '../../src/lib/contract/cdn/domain.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { type BudgetForm, budget } from '../../src/lib/contract/finance/budget.ts';
import { edgeKeys } from '../../src/provider/core/edgeKeys.ts';
import { uuidv7 } from '../../src/provider/core/ids.ts';
import { book } from '../../src/provider/core/ledger/ledger.ts';
import { listen } from './acme.ts';
import { get } from './edge.ts';
import { startProvider, type TestProvider } from './provider.ts';

const name = 'ketabnama.example';
const base: BudgetForm = { monthly: null, thresholds: [], hardCap: null, capAction: 'notify', perDomain: [] };
export const capped = (action: BudgetForm['capAction'], cap = 5_000): BudgetForm => ({
  ...base,
  perDomain: [{ domainId: demo.planDomainId, cap, action }],
});
/** Checks the budgets and publishes what has changed. */
export async function settle({ store, provider, clock }: TestProvider) {
  // Jobs that put themselves off are due.
  clock.now += 5_000;
  const { jobs } = provider.services;
  await store.write('jobs', async (tx) => {
    // Renewals would also charge the wallet as the clock moves.
    await tx.deleteFrom('job').where('kind', '=', 'plan.renew').execute();
    await jobs.enqueue(tx, 'budget.sweep');
  });
  while ((await jobs.runDue()) > 0);
}
/** A portal whose policies a real edge follows; the origin is the demo website. The domain was charged 5,000 mills this month. */
export async function started() {
  const p = await startProvider({ env: { EDGE_DRIVER: 'node' } });
  const { secrets, env } = p.provider.services;
  const keys = edgeKeys(env, secrets);
  const server = await listen(p.provider);
  onTestFinished(() => server.stop());
  const folder = mkdtempSync(join(tmpdir(), 'edge-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const own = { EDGE_CONTROL_URL: server.url, EDGE_KEY: keys.key, EDGE_VERIFY_KEY: keys.verifying, EDGE_DIR: folder };
  const edge = await startEdge(
    readEdgeEnv({ ...own, EDGE_PORT: '0', EDGE_TLS_PORT: '0', EDGE_DEMO_ORIGIN: '1' }),
    pino({ level: 'silent' }),
  );
  onTestFinished(() => edge.stop());
  const { id } = await p.store.reader.selectFrom('user').select('id').where('email', '=', demo.email).executeTakeFirstOrThrow();
  const ids = { now: p.clock.now, newId: () => uuidv7(p.clock.now) };
  await p.store.write(`account:${id}`, async (tx) => {
    await book(tx, ids, {
      kind: 'usage',
      from: { wallet: id },
      to: 'revenue',
      amount: 5_000,
      description: { key: 'plan:ledger.month' },
      reference: demo.planDomainId,
    });
    await p.provider.services.jobs.enqueue(tx, 'edge.compare');
  });
  await settle(p);
  const token = await p.signIn();
  // The plan keeps nothing for less than half an hour, which the demo website asks for.
  await p.ok(cache.update, { domainId: demo.planDomainId, ttl: { value: 1, unit: 'h' } }, { token });
  /** As the edge serves the domain. What has changed is compared after its commit, so jobs become due later. */
  const serving = async () => {
    await p.provider.services.jobs.runDue();
    return edge.sites.get(demo.planDomainId)?.policy.serving;
  };
  await expect.poll(serving, { timeout: 10_000 }).toBe('on');
  // It starts with an empty cache, which is so by the time of its report.
  const reported = async () => (await p.store.reader.selectFrom('edgeNode').select('versions').execute()).map(({ versions }) => versions);
  await expect.poll(reported, { timeout: 10_000 }).toEqual([expect.stringContaining(demo.planDomainId)]);
  await expect
    .poll(async () => (await serving()) && edge.sites.get(demo.planDomainId)?.policy.config.cache.ttl, { timeout: 10_000 })
    .not.toBeNull();
  return {
    p,
    token,
    serving,
    open: (path: string) => get(edge.addresses.http, path, { host: name }),
    limited: async () => (await p.ok(domain.get, { domainId: demo.planDomainId }, { token: await p.signIn() })).domain.limited,
    async save(form: BudgetForm) {
      await p.ok(budget.update, form, { token: await p.signIn() });
      await settle(p);
    },
  };
}
