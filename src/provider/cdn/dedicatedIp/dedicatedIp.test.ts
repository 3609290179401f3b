import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { brand } from '../../../config/brand.ts';
import { dedicatedIp } from '../../../lib/contract/cdn/dedicatedIp.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { assignAddress, listRequests, refuseRequest } from './decide.ts';

const { domainId, planDomainId } = demo;
const name = 'parvaz.example';

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const get = async (id: string = domainId) => p.ok(dedicatedIp.get, { domainId: id }, { token });
  const request = (reason?: string) => p.try(dedicatedIp.request, { domainId, reason }, { token });
  const withdraw = (id: string = domainId) => p.try(dedicatedIp.withdraw, { domainId: id }, { token });
  const plan = (plan: 'eco' | 'ent') => updateStored(p, 'domain', { id: domainId }, { plan });
  let made = 0;
  /** The operator’s command, run beside the provider. */
  const deciding = {
    services: p.provider.services,
    get now() {
      return p.clock.now;
    },
    newId: () => `op-${made++}`,
  };
  return { p, token, get, request, withdraw, plan, deciding };
}

test('a request waits for the operator, who is notified; assigning it notifies the customer in the panel and by email', async () => {
  const { p, get, request, deciding } = await started();
  expect(await get()).toEqual({ dedicatedIp: { status: 'none' }, gate: { allowed: true } });
  expect((await request('  A partner admits us by address.  ')).status).toBe(200);
  const requestedAt = new Date(p.clock.now).toISOString();
  expect((await get()).dedicatedIp).toEqual({ status: 'requested', reason: 'A partner admits us by address.', requestedAt });
  expect(await p.lastMail(brand.contact.email)).toMatchObject({
    subject: `Dedicated IP requested: ${name}`,
    body: expect.stringContaining('A partner admits us by address.'),
  });
  // Only the operator assigns it.
  p.clock.now += 86_400_000;
  await p.provider.services.jobs.runDue();
  const token = await p.signIn();
  expect((await p.ok(dedicatedIp.get, { domainId }, { token })).dedicatedIp.status).toBe('requested');

  await assignAddress(deciding, 'Parvaz.example', ' 2001:DB8:0::7 ');
  const decidedAt = new Date(p.clock.now).toISOString();
  const { dedicatedIp: assigned } = await p.ok(dedicatedIp.get, { domainId }, { token });
  expect(assigned).toMatchObject({ status: 'assigned', ip: '2001:db8::7', decidedAt });
  const notices = (await stored(p, 'notification')).filter(({ title }) => title.startsWith('dedicatedIp:'));
  const link = `/domains/${name}/settings#dedicated-ip`;
  expect(notices).toMatchObject([{ title: 'dedicatedIp:notice.assignedTitle', type: 'success', link }]);
  const t = translator('en');
  const mail = await p.lastMail(demo.email);
  expect(mail?.subject).toBe(t('dedicatedIp:notice.assignedTitle', { domain: name }));
  expect(mail?.body).toContain('2001:db8::7');
  expect(mail?.body).toContain(`/domains/${name}/settings#dedicated-ip`);
  const log = await stored(p, 'changeLog', { entityType: 'dedicatedIp' });
  expect(log.map(({ action, actorType }) => `${action} ${actorType}`)).toEqual(expect.arrayContaining(['request user', 'update operator']));
});

test('a refusal gives the reason, and another request can follow', async () => {
  const { p, get, request, deciding } = await started();
  await request();
  await refuseRequest(deciding, name, 'Tell us which partner needs it.');
  expect((await get()).dedicatedIp).toMatchObject({ status: 'refused', note: 'Tell us which partner needs it.' });
  expect((await p.lastMail(demo.email))?.body).toContain('Tell us which partner needs it.');
  expect((await request('Bank of Example')).status).toBe(200);
  expect((await get()).dedicatedIp).toMatchObject({ status: 'requested', reason: 'Bank of Example' });
  expect((await get()).dedicatedIp.note).toBeUndefined();
});

test('of parallel requests, one is created', async () => {
  const { request } = await started();
  const answers = await Promise.all([1, 2, 3, 4].map((n) => request(`Reason ${n}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('dedicatedIp:error.open');
});

test('a request can be withdrawn until it is decided', async () => {
  const { p, get, request, withdraw, deciding } = await started();
  const before = await snapshot(p);
  expect(await withdraw()).toMatchObject({ status: 409, body: { code: 'dedicatedIp:error.noRequest' } });
  expect(await snapshot(p)).toBe(before);
  await request();
  expect((await withdraw()).body).toEqual({ dedicatedIp: { status: 'none' } });
  expect((await get()).dedicatedIp).toEqual({ status: 'none' });
  await expect(assignAddress(deciding, name, '203.0.113.7')).rejects.toMatchObject({ code: 'dedicatedIp:error.noRequest' });
  await request();
  await assignAddress(deciding, name, '203.0.113.7');
  expect((await withdraw()).status).toBe(409);
  expect(await request()).toMatchObject({ status: 409, body: { code: 'dedicatedIp:error.assigned', params: { ip: '203.0.113.7' } } });
});

test.each(locales)('says in %s that the plan doesn’t include it, and what is too long', async (locale) => {
  const { p, token } = await started();
  const t = translator(locale);
  const free = (await storedOne(p, 'domain', { name: 'rosewater.example' })).id;
  const before = await snapshot(p);
  const message = t('plan:requiredTop', { feature: t('domain:feature.dedicatedIp'), plan: t('common:plan.ent') });
  const refused = await p.try(dedicatedIp.request, { domainId: free }, { token, locale });
  expect(refused).toMatchObject({ status: 402, body: { requiredPlan: 'ent', message } });
  const long = await p.try(dedicatedIp.request, { domainId, reason: 'a'.repeat(501) }, { token, locale });
  expect([long.status, long.body.fields]).toEqual([422, { reason: t('error:tooLong', { max: 500 }) }]);
  expect(await snapshot(p)).toBe(before);
});

test('on a lower plan, a request is kept on hold and can be withdrawn', async () => {
  const { get, request, withdraw, plan, deciding } = await started();
  await request();
  await plan('eco');
  expect(await get()).toMatchObject({ dedicatedIp: { status: 'requested' }, gate: { allowed: false, requiredPlan: 'ent' } });
  await expect(assignAddress(deciding, name, '203.0.113.7')).rejects.toMatchObject({ status: 402, code: 'dedicatedIp:error.onHold' });
  await plan('ent');
  await assignAddress(deciding, name, '203.0.113.7');
  await plan('eco');
  expect(await get()).toMatchObject({ dedicatedIp: { status: 'assigned', ip: '203.0.113.7' }, gate: { allowed: false } });
  // The demo customer’s other domain was downgraded from a higher plan.
  expect(await get(planDomainId)).toMatchObject({ dedicatedIp: { status: 'requested' }, gate: { allowed: false } });
  expect((await withdraw(planDomainId)).status).toBe(200);
});

test('an address must be public, belongs to one domain, and can be corrected', async () => {
  const { p, get, request, deciding } = await started();
  await request();
  for (const [address, code] of [
    ['10.0.0.1', 'dedicatedIp:error.notPublic'],
    ['fd00::1', 'dedicatedIp:error.notPublic'],
    ['203.0.113.0/24', 'address:error.single'],
    ['nobody', 'address:error.ip'],
    ['2001:db8::g', 'address:error.ip'],
  ] as const)
    await expect(assignAddress(deciding, name, address)).rejects.toMatchObject({ code });
  await updateStored(p, 'domain', { id: planDomainId }, { plan: 'ent' });
  await assignAddress(deciding, name, '203.0.113.7');
  await expect(assignAddress(deciding, 'ketabnama.example', '203.0.113.7')).rejects.toMatchObject({ code: 'dedicatedIp:error.taken' });
  await assignAddress(deciding, name, '203.0.113.8');
  await assignAddress(deciding, 'ketabnama.example', '203.0.113.7');
  expect((await get()).dedicatedIp.ip).toBe('203.0.113.8');
  await expect(assignAddress(deciding, 'nobody.example', '203.0.113.9')).rejects.toMatchObject({ status: 404 });
  await expect(refuseRequest(deciding, name, ' ')).rejects.toMatchObject({ status: 422 });
  expect((await listRequests(p.store.reader)).map((row) => [row.name, row.status, row.ip])).toEqual([
    ['ketabnama.example', 'assigned', '203.0.113.7'],
    [name, 'assigned', '203.0.113.8'],
  ]);
});

test('removing a domain releases its address', async () => {
  const { p, token, request, deciding } = await started();
  await request();
  await assignAddress(deciding, name, '203.0.113.7');
  await p.ok(domain.delete, { domainId, confirm: name }, { token });
  expect((await listRequests(p.store.reader)).map((row) => row.name)).toEqual(['ketabnama.example']);
});
