import { expect, test } from 'vitest';
import { capped, started } from '../../../../tests/support/budget-limits.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { type BudgetForm, budget } from '../../../lib/contract/finance/budget.ts';

const base: BudgetForm = { monthly: null, thresholds: [], hardCap: null, capAction: 'notify', perDomain: [] };

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
