import { expect, onTestFinished, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { addresses, startDns, type TestRecord } from '../../../../tests/support/dns.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import { cnameSetup } from '../../../lib/contract/cdn/cnameSetup.ts';
import { dns as dnsCalls } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { HOUR, MINUTE } from '../../../lib/time.ts';
import { cdnJobs } from '../jobs.ts';

const { domainId } = demo;
const NAME = 'parvaz.example';
const RECORD = `_cdn-verify.${NAME}`;
const TARGET = `${NAME}.edge.nasim.example`;
const { old } = addresses;
const t = translator('en');
const otherNameServers = { 'ns1.old-dns.test': old, 'ns2.old-dns.test': old };

/** The demo customer's Enterprise domain, with DNS served by another provider. */
async function started() {
  const internet = await startDns();
  onTestFinished(() => internet[Symbol.asyncDispose]());
  internet.delegate(NAME, otherNameServers);
  const zone = (...lines: TestRecord[]) => internet.zone(old, NAME, [[NAME, 'NS', 'ns1.old-dns.test'], ...lines]);
  zone();
  const p = await startProvider({ env: internet.env });
  // Sessions expire as days pass.
  const token = () => p.signIn();
  const get = async (id: string = domainId) => p.ok(cnameSetup.get, { domainId: id }, { token: await token() });
  const setup = async () => (await get()).setup;
  const update = async (mode: 'ns' | 'cname', version?: number) =>
    p.try(cnameSetup.update, { domainId, mode, version }, { token: await token() });
  const check = async () => (await p.ok(cnameSetup.check, { domainId }, { token: await token() })).setup;
  const run = () => p.provider.services.jobs.runDue();
  const later = (ms: number) => {
    p.clock.now += ms;
    return run();
  };
  const row = async () => (await p.ok(domain.get, { domainId }, { token: await token() })).domain;
  const txt = async (value?: string): Promise<TestRecord> => [RECORD, 'TXT', [value ?? (await setup()).verification?.value ?? '']];
  const titles = async () => (await stored(p, 'notification')).map(({ title }) => title).filter((title) => /^cnameSetup:/.test(title));
  /** Requested and verified. */
  const proved = async () => {
    await update('cname');
    const line = await txt();
    zone(line);
    await run();
    return line;
  };
  return { p, internet, token, zone, get, setup, update, check, run, later, row, txt, titles, proved };
}

test('a domain starts with name servers; CNAME setup waits for its record, and nothing changes before', async () => {
  const { p, setup, update, get, run, later, row, zone, txt, titles } = await started();
  expect(await get()).toEqual({ setup: { mode: 'ns', hosts: [], version: 0 }, gate: { allowed: true } });
  expect((await update('cname', 0)).body).toMatchObject({
    setup: {
      mode: 'ns',
      pending: 'cname',
      verification: { name: RECORD, value: expect.stringMatching(/^[0-9a-f]{32}$/), seen: 'unchecked' },
      version: 1,
    },
  });
  await run();
  expect(await setup()).toMatchObject({ mode: 'ns', pending: 'cname', verification: { seen: 'missing' } });
  expect(await setup()).toMatchObject({
    checkedAt: new Date(p.clock.now).toISOString(),
    nextCheckAt: new Date(p.clock.now + MINUTE).toISOString(),
  });
  zone(await txt('v=spf1 -all'));
  await later(MINUTE);
  expect(await setup()).toMatchObject({ mode: 'ns', verification: { seen: 'other' } });
  expect((await row()).setupMode).toBe('ns');

  zone([RECORD, 'TXT', ['v=spf1 -all']], await txt());
  await later(MINUTE);
  const verified = await setup();
  expect(verified).toMatchObject({ mode: 'cname', verifiedAt: new Date(p.clock.now).toISOString(), verification: { seen: 'found' } });
  expect(verified.pending).toBeUndefined();
  expect(await row()).toMatchObject({ setupMode: 'cname', status: 'active' });
  expect(await titles()).toEqual(['cnameSetup:notice.verifiedTitle']);
  expect(await p.lastMail(demo.email)).toMatchObject({
    subject: t('cnameSetup:notice.verifiedTitle', { domain: NAME }),
    body: expect.stringContaining(`/domains/${NAME}/settings#cname-setup`),
  });
});

test('each host through the CDN has its target, and what it points to is detected', async () => {
  const { p, token, zone, setup, check, proved } = await started();
  const line = await proved();
  zone(
    line,
    [`www.${NAME}`, 'CNAME', TARGET.toUpperCase()],
    [`api.${NAME}`, 'CNAME', 'old.cdn.test'],
    [`assets.${NAME}`, 'A', '203.0.113.1'],
  );
  const { hosts } = await check();
  const at = new Date(p.clock.now).toISOString();
  expect(hosts).toEqual([
    { host: NAME, apex: true, target: TARGET, ok: null },
    { host: `api.${NAME}`, apex: false, target: TARGET, ok: false, seen: 'old.cdn.test', checkedAt: at },
    { host: `assets.${NAME}`, apex: false, target: TARGET, ok: false, seen: null, checkedAt: at },
    { host: `www.${NAME}`, apex: false, target: TARGET, ok: true, seen: TARGET, checkedAt: at },
  ]);
  await p.ok(dnsCalls.create, { domainId, name: '*', type: 'A', content: '203.0.113.9', proxy: true }, { token: await token() });
  expect((await setup()).hosts[1]).toEqual({ host: `*.${NAME}`, apex: false, target: TARGET, ok: null });
  zone(line, [`*.${NAME}`, 'CNAME', TARGET]);
  expect((await check()).hosts.map(({ ok }) => ok)).toEqual([null, true, true, true, true]);
});

test('a missing record deactivates the domain after 24 hours and its owner is notified; the domain returns with the record', async () => {
  const { p, zone, setup, later, row, titles, proved, internet } = await started();
  const line = await proved();
  zone();
  await later(24 * HOUR);
  const missingSince = new Date(p.clock.now).toISOString();
  for (let hour = 0; hour < 23; hour++) await later(HOUR);
  expect(await setup()).toMatchObject({ mode: 'cname', missingSince, verification: { seen: 'missing' } });
  expect((await row()).status).toBe('active');
  // No response counts neither way.
  internet.mood(old, 'servfail');
  await later(HOUR);
  expect(await setup()).toMatchObject({ verification: { seen: 'unseen' } });
  expect((await row()).status).toBe('active');
  internet.mood(old, 'ok');
  await later(HOUR);
  expect(await row()).toMatchObject({ status: 'pending', setupMode: 'cname', movedAwayAt: null });
  expect((await setup()).verifiedAt).toBeUndefined();
  expect((await p.lastMail(demo.email))?.subject).toBe(t('cnameSetup:notice.lostTitle', { domain: NAME }));
  zone(line);
  await later(HOUR);
  expect(await row()).toMatchObject({ status: 'active' });
  expect(await titles()).toEqual(['verifiedTitle', 'lostTitle', 'returnedTitle'].map((title) => `cnameSetup:notice.${title}`));
});

test('back to name servers: the domain waits, and is active once the registry lists them', async () => {
  const { internet, setup, update, run, row, proved } = await started();
  await proved();
  const { version } = await setup();
  expect((await update('ns', version)).body).toMatchObject({ setup: { mode: 'ns', hosts: [], version: version + 1 } });
  expect(await row()).toMatchObject({ setupMode: 'ns', status: 'pendingNsChange', movedAwayAt: null });
  expect((await setup()).verification).toBeUndefined();
  internet.delegate(NAME, { 'ns1.nasim.example': null, 'ns2.nasim.example': null });
  await run();
  expect((await row()).status).toBe('active');
});

test('a pending request is withdrawn without changing the domain; the record stays the same', async () => {
  const { setup, update, run, zone, txt, row } = await started();
  await update('cname');
  const value = (await setup()).verification?.value;
  const line = await txt();
  await update('ns');
  zone(line);
  await run();
  expect(await setup()).toEqual({ mode: 'ns', hosts: [], version: 2 });
  expect(await row()).toMatchObject({ status: 'active', setupMode: 'ns' });
  await update('cname');
  expect((await setup()).verification?.value).toBe(value);
});

test('says in four languages that the plan doesn’t include it; a setup in effect continues', async () => {
  const { p, token, get, setup, update, check, row, zone, txt, run } = await started();
  const lower = (plan: 'eco' | 'ent') => updateStored(p, 'domain', { id: domainId }, { plan });
  const own = await token();
  await lower('eco');
  const before = await snapshot(p);
  for (const locale of locales) {
    const t = translator(locale);
    const message = t('plan:requiredTop', { feature: t('domain:feature.cnameSetup'), plan: t('common:plan.ent') });
    expect(await p.try(cnameSetup.update, { domainId, mode: 'cname' }, { token: own, locale })).toMatchObject({
      status: 402,
      body: { message, requiredPlan: 'ent' },
    });
  }
  expect(await snapshot(p)).toBe(before);
  await lower('ent');
  await update('cname');
  zone(await txt());
  await lower('eco');
  await run();
  expect(await get()).toMatchObject({ setup: { mode: 'ns', pending: 'cname', verification: { seen: 'found' } }, gate: { allowed: false } });
  expect((await p.try(cnameSetup.check, { domainId }, { token: await token() })).status).toBe(402);
  await lower('ent');
  expect((await check()).mode).toBe('cname');
  await lower('eco');
  expect(await check()).toMatchObject({ mode: 'cname' });
  expect((await row()).status).toBe('active');
  expect((await update('ns', (await setup()).version)).status).toBe(200);
});

test('two tabs: the same choice is applied once; an outdated version is refused with the current setup', async () => {
  const { p, update, setup } = await started();
  const answers = await Promise.all([update('cname', 0), update('cname', 0), update('cname')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await setup()).version).toBe(1);
  expect(await update('ns', 0)).toMatchObject({
    status: 409,
    body: { code: 'error:versionConflict', setup: { pending: 'cname', version: 1 } },
  });
  const entries = await stored(p, 'changeLog', { entityType: 'cnameSetup' });
  expect(entries).toHaveLength(1);
  expect(entries[0]?.after).not.toContain((await setup()).verification?.value);
});

test('each change is logged once, with who made it; checking too often is refused', async () => {
  const { p, token, update, run, proved } = await started();
  await proved();
  await update('ns');
  await run();
  const { logs } = await p.ok(log.list, { domainId }, { token: await token() });
  expect(logs.filter(({ entity }) => entity.type === 'cnameSetup').map(({ actor }) => actor.type)).toEqual(['user', 'system', 'user']);
  await update('cname');
  const statuses: number[] = [];
  const one = await token();
  for (let i = 0; i < 13; i++) statuses.push((await p.try(cnameSetup.check, { domainId }, { token: one })).status);
  expect(statuses.slice(0, 12).every((status) => status === 200)).toBe(true);
  expect(statuses[12]).toBe(429);
});

test('a domain waiting for its name servers becomes active through its verification record', async () => {
  const { p, row, proved } = await started();
  await updateStored(p, 'domain', { id: domainId }, { status: 'pendingNsChange', activatedAt: null });
  await proved();
  expect(await row()).toMatchObject({ status: 'active', activatedAt: new Date(p.clock.now).toISOString() });
});

test('its name servers no longer count: the domain isn’t reported as moved away', async () => {
  const { p, token, row, later, proved } = await started();
  await p.store.write('t', (tx) => p.provider.services.jobs.enqueue(tx, cdnJobs.checkDomain, { domainId }));
  await proved();
  for (let day = 0; day < 4; day++) await later(24 * HOUR);
  expect(await row()).toMatchObject({ status: 'active', movedAwayAt: null });
  expect(await stored(p, 'job', { kind: 'domain.check' })).toEqual([]);
  expect(await p.try(domain.verify, { domainId }, { token: await token() })).toMatchObject({
    status: 409,
    body: { code: 'cnameSetup:error.byRecord' },
  });
});

test('a check that finishes after the request was withdrawn changes nothing', async () => {
  const { internet, update, setup, row, zone, txt, token, p } = await started();
  await update('cname');
  zone(await txt());
  internet.mood(old, 'slow');
  const looking = p.try(cnameSetup.check, { domainId }, { token: await token() });
  await update('ns');
  expect((await looking).status).toBe(200);
  expect(await setup()).toMatchObject({ mode: 'ns', version: 2 });
  expect((await row()).setupMode).toBe('ns');
});
