import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../../tests/support/acme.ts';
import { get } from '../../../../tests/support/edge.ts';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { move, readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { readEdgeEnv } from '../../../edge/base/env.ts';
import { startEdge } from '../../../edge/edge.ts';
import { cache } from '../../../lib/contract/cdn/cache.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { type BudgetForm, budget } from '../../../lib/contract/finance/budget.ts';
import { addMonths, monthKey, monthStart } from '../../../lib/rules/core/month.ts';
import { cdnJobs } from '../../cdn/jobs.ts';
import { edgeKeys } from '../../core/edgeKeys.ts';
import { financeJobs } from '../jobs.ts';

const name = 'ketabnama.example';
const base: BudgetForm = { monthly: null, thresholds: [], hardCap: null, capAction: 'notify', perDomain: [] };

const capped = (action: BudgetForm['capAction'], cap = 5_000): BudgetForm => ({
  ...base,
  perDomain: [{ domainId: demo.planDomainId, cap, action }],
});
/** Checks the budgets and publishes what has changed. */
async function settle(p: TestProvider) {
  // Jobs that put themselves off are due.
  p.clock.now += 5_000;
  // Renewals would also charge the wallet as the clock moves.
  await p.store.write('jobs', (tx) => tx.deleteFrom('job').where('kind', '=', 'plan.renew').execute());
  await runJobs(p, financeJobs.sweepBudgets);
}
/** A portal whose policies a real edge follows; the origin is the demo website. The domain was charged 5,000 mills this month. */
async function started() {
  const p = await startProvider({ env: { EDGE_DRIVER: 'node' } });
  const { secrets, env } = p.provider.services;
  const keys = edgeKeys(env, secrets);
  const server = await listen(p.provider);
  onTestFinished(() => server.stop());
  const folder = mkdtempSync(join(tmpdir(), 'edge-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const own = { EDGE_CONTROL_URL: server.url, EDGE_KEY: keys.key, EDGE_VERIFY_KEY: keys.verifying, EDGE_DIR: folder };
  const edge = await startEdge(
    readEdgeEnv({ ...own, EDGE_PORT: '0', EDGE_TLS_PORT: '0', EDGE_DEMO_ORIGIN: '1', EDGE_WORKERS: '1' }),
    pino({ level: 'silent' }),
  );
  onTestFinished(() => edge.stop());
  await move(p, await readAccountId(p), -5_000, { reference: demo.planDomainId });
  await runJobs(p, cdnJobs.compareAll);
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
  const reported = async () => (await stored(p, 'edgeNode')).map(({ versions }) => versions);
  await expect.poll(reported, { timeout: 10_000 }).toEqual([expect.objectContaining({ [demo.planDomainId]: expect.any(Number) })]);
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

test('a cap that serves the cache only keeps copies online, and the origin gets nothing until the cap is raised', async () => {
  const { open, save, serving, limited, p, token } = await started();
  expect(await open('/kept')).toMatchObject({ status: 200, headers: { 'x-cache': 'MISS' } });
  await save(capped('cacheOnly'));
  await expect.poll(serving, { timeout: 10_000 }).toBe('cacheOnly');
  expect(await open('/kept')).toMatchObject({ status: 200, headers: { 'x-cache': 'HIT' } });
  expect((await open('/new')).status).toBe(503);
  expect(await limited()).toEqual({ action: 'cacheOnly', since: expect.any(String) });
  expect((await p.ok(domain.get, { domainId: demo.domainId }, { token })).domain.limited).toBeUndefined();
  await save(capped('cacheOnly', 5_001));
  await expect.poll(serving, { timeout: 10_000 }).toBe('on');
  expect((await open('/new')).status).toBe(200);
  expect(await limited()).toBeUndefined();
});

test('actions of the edge are refused while none is connected, unless one is saved already', async () => {
  const p = await startProvider({ env: { EDGE_DRIVER: 'node' } });
  const token = await p.signIn();
  const refused = await p.try(budget.update, capped('challenge'), { token });
  expect(refused.body.fields).toMatchObject({ 'perDomain.0.action': 'This action needs a connected edge. Choose another one.' });
  const account = await p.try(budget.update, { ...base, hardCap: 1, capAction: 'cacheOnly' }, { token });
  expect([account.status, Object.keys(account.body.fields ?? {})]).toEqual([422, ['capAction']]);
});

test('a cap that challenges asks every visitor until the month ends; the stricter of two caps counts', async () => {
  const { open, save, serving, p } = await started();
  await save({ ...capped('challenge'), hardCap: 1, capAction: 'cacheOnly' });
  await expect.poll(serving, { timeout: 10_000 }).toBe('cacheOnly');
  await save({ ...capped('challenge'), hardCap: 1, capAction: 'pause' });
  await expect.poll(serving, { timeout: 10_000 }).toBe('stopped');
  await save(capped('challenge'));
  await expect.poll(serving, { timeout: 10_000 }).toBe('challenge');
  expect(await open('/')).toMatchObject({ status: 403, body: expect.stringContaining('data-bits') });
  p.clock.now = monthStart(addMonths(monthKey(p.clock.now), 1)) + 1000;
  await settle(p);
  await expect.poll(serving, { timeout: 10_000 }).toBe('on');
  expect((await open('/')).status).toBe(200);
});
