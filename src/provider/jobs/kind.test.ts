import { expect, test } from 'vitest';
import { startProvider } from '../../../tests/support/provider.ts';
import { stored, updateStored } from '../../../tests/support/stored.ts';
import { accountJobs } from '../account/jobs.ts';
import { cdnJobs } from '../cdn/jobs.ts';
import { cloudJobs } from '../cloud/jobs.ts';
import { financeJobs } from '../finance/jobs.ts';
import { registry } from '../manifests.ts';
import { supportJobs } from '../support/jobs.ts';
import { coreJobs } from './coreJobs.ts';
import { bindJobs } from './jobs.ts';

const kinds = [accountJobs, cdnJobs, cloudJobs, coreJobs, financeJobs, supportJobs].flatMap((jobs) => Object.values(jobs));

test('each kind of job has one handler and a name of its own', () => {
  const names = kinds.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(registry.jobs.map(({ kind, run }) => [kind.name, typeof run]).sort()).toEqual(names.sort().map((name) => [name, 'function']));
  // @ts-expect-error a kind without a handler
  bindJobs(supportJobs, {});
  // @ts-expect-error a handler with the payload of another kind
  bindJobs({ renewPlan: cdnJobs.renewPlan }, { renewPlan: { run: async (_ctx: unknown, _payload: { ruleId: string }) => {} } });
});

/** As versions before the schemas of payloads have stored them. */
const old: Readonly<Record<string, object>> = {
  'account.close': { accountId: '0' },
  'account.export': { exportId: '0' },
  'account.resetCode': { id: '0', ip: '192.0.2.1', locale: 'fa' },
  'autoTopUp.check': { accountId: '0' },
  'backup.follow': { backupId: '0' },
  'balance.check': { accountId: '0' },
  'budget.check': { accountId: '0' },
  'cache.development': { domainId: '0' },
  'card.forget': { cardId: '0' },
  'cnameSetup.check': { domainId: '0' },
  'ddos.attackEnd': { domainId: '0' },
  'domain.check': { domainId: '0' },
  'edge.republish': { version: 3 },
  'firewall.expire': { ruleId: '0' },
  'payment.charge': { paymentId: '0' },
  'payment.check': { paymentId: '0' },
  'payment.refund': { refundId: '0' },
  'plan.announce': { plan: 'pro', version: 2, withdrawn: { monthly: 1000, annual: 10_000, validFrom: 1 } },
  'plan.renew': { domainId: '0' },
  'price.announce': { item: 'traffic', version: 2, replaced: null },
  reconcile: { kind: 'zone', entityId: 'parvaz.example' },
  'reconcile.sweep': { isStart: true },
  'server.follow': { serverId: '0' },
  'server.oneDay': { serverId: '0' },
  'space.access': { spaceId: '0' },
  'ssl.issue': { sslId: '0' },
  'status.notify': { updateId: '0' },
  'supportPlan.announce': { plan: 'priority', version: 2, withdrawn: null },
  'traffic.announce': { version: 2, replaced: 4 },
  'volume.follow': { volumeId: '0' },
  'waf.detectionEnd': { domainId: '0' },
};

test('payloads of an older database are read unchanged', () => {
  for (const { name, payload } of kinds) expect(payload.parse(old[name] ?? {}), name).toEqual(old[name] ?? {});
});

test('a payload that its kind does not describe fails the job, rather than reaching the handler', async () => {
  const p = await startProvider({ demo: false });
  const { jobs } = p.provider.services;
  await p.store.write('t', (tx) => jobs.enqueue(tx, cdnJobs.renewPlan, { domainId: '0' }));
  await updateStored(p, 'job', { kind: 'plan.renew' }, { payload: { domain: '0' } });
  await jobs.runDue();
  expect(await stored(p, 'job', { kind: 'plan.renew' })).toMatchObject([{ attempts: 1, lastError: expect.stringContaining('domainId') }]);
});
