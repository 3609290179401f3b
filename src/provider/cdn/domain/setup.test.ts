import { describe, expect, onTestFinished, test } from 'vitest';
import { addresses, startDns } from '../../../../tests/support/dns.ts';
import { added, NAME, otherNameServers, ownNameServers, registry, t } from '../../../../tests/support/onboarding.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { HOUR, MINUTE } from '../../../lib/time.ts';
import { catalog } from '../../core/catalog.ts';

describe('the setup of a domain', () => {
  test('is checked as soon as it is added, waits, and becomes active when the registry lists the name servers', async () => {
    const { p, dns, status, run, later, row, notices, changes } = await added();
    expect(await status()).toMatchObject({ status: 'pendingNsChange', seen: 'unchecked', checkedAt: null, current: [], matched: false });
    await run();
    expect(await status()).toMatchObject({
      seen: 'different',
      current: ['ns1.old-dns.test', 'ns2.old-dns.test'],
      expected: ['ns1.nasim.example', 'ns2.nasim.example'],
      source: 'parent',
      signed: false,
      checkedAt: new Date(p.clock.now).toISOString(),
      nextCheckAt: new Date(p.clock.now + MINUTE).toISOString(),
    });
    dns.delegate(NAME, { ...ownNameServers, ...otherNameServers });
    await later(MINUTE);
    expect((await status()).seen).toBe('partial');
    expect(await notices()).toEqual([]);

    dns.delegate(NAME, ownNameServers);
    await later(MINUTE);
    expect(await status()).toMatchObject({ status: 'active', seen: 'matched', matched: true });
    expect((await row()).activatedAt).toBe(p.clock.now);
    const link = `/domains/${NAME}/setup/done`;
    expect(await notices()).toMatchObject([{ event: 'domainStatus', type: 'success', title: 'domain:notice.activeTitle', link }]);
    expect((await changes()).at(-1)).toMatchObject({ actorType: 'system', call: 'domain.check', group: 'domain', action: 'update' });
    expect(JSON.parse((await changes()).at(-1)?.after ?? '')).toMatchObject({ status: 'active' });
    const mail = await p.lastMail(demo.email);
    expect(mail).toMatchObject({ subject: t('mail:domainActive.subject', { domain: NAME }) });
    expect(mail?.body).toContain(`/domains/${NAME}/setup/done`);
    // The next check is tomorrow; no further notification.
    await later(25 * HOUR);
    expect(await notices()).toHaveLength(1);
  });

  test('an active domain that loses its name servers stays active for hours, then has moved away, and can come back', async () => {
    const { p, dns, status, run, later, row, notices } = await added();
    dns.delegate(NAME, ownNameServers);
    await run();
    dns.delegate(NAME, otherNameServers);
    await later(24 * HOUR);
    expect(await status()).toMatchObject({ status: 'active', seen: 'different', movedAwayAt: null });
    for (let hour = 1; hour < 6; hour++) await later(HOUR);
    expect((await row()).status).toBe('active');
    await later(HOUR);
    expect(await status()).toMatchObject({ status: 'pendingNsChange', movedAwayAt: new Date(p.clock.now).toISOString() });
    expect(await p.lastMail(demo.email)).toMatchObject({ subject: t('mail:domainMoved.subject', { domain: NAME }) });
    dns.delegate(NAME, ownNameServers);
    await later(MINUTE);
    expect(await status()).toMatchObject({ status: 'active', movedAwayAt: null });
    expect((await notices()).map(({ title }) => title)).toEqual([
      'domain:notice.activeTitle',
      'domain:notice.movedTitle',
      'domain:notice.returnedTitle',
    ]);
  });

  test('an email is written in the language of its recipient', async () => {
    const { p, dns, run } = await added();
    await updateStored(p, 'user', { email: demo.email }, { language: 'fa' });
    dns.delegate(NAME, ownNameServers);
    await run();
    expect((await p.lastMail(demo.email))?.subject).toBe(translator('fa')('mail:domainActive.subject', { domain: NAME }));
  });

  test('a network outage or one bad hour doesn’t deactivate a domain', async () => {
    const { dns, status, run, later, row } = await added();
    dns.delegate(NAME, ownNameServers);
    await run();
    for (const address of Object.values(addresses)) dns.mood(address, 'servfail');
    for (let day = 0; day < 5; day++) await later(24 * HOUR);
    expect(await status()).toMatchObject({ status: 'active', seen: 'unseen', current: ['ns1.nasim.example', 'ns2.nasim.example'] });
    for (const address of Object.values(addresses)) dns.mood(address, 'ok');
    dns.delegate(NAME, otherNameServers);
    await later(24 * HOUR);
    dns.delegate(NAME, ownNameServers);
    await later(HOUR);
    dns.delegate(NAME, otherNameServers);
    await later(24 * HOUR);
    await later(HOUR);
    expect((await row()).status).toBe('active');
  });

  test('a paused domain stays paused, whatever is found', async () => {
    const { p, dns, run, later, row, domainId } = await added();
    await updateStored(p, 'domain', { id: domainId }, { status: 'inactive' });
    dns.delegate(NAME, ownNameServers);
    await run();
    await later(24 * HOUR);
    expect(await row()).toMatchObject({ status: 'inactive', activatedAt: null });
  });

  test('there is one job per domain; it survives a killed process and ends with the domain', async () => {
    const { p, dns, token, domainId, run, later, status } = await added();
    const jobs = () => stored(p, 'job', { kind: 'domain.check' });
    expect(await jobs()).toHaveLength(1);
    await run();
    await p.try(domain.verify, { domainId }, { token });
    expect(await jobs()).toHaveLength(1);
    // A process claimed it and died before writing anything.
    p.clock.now += MINUTE;
    await updateStored(p, 'job', { kind: 'domain.check' }, { lockedUntil: p.clock.now + MINUTE });
    dns.delegate(NAME, ownNameServers);
    await run();
    expect((await status()).status).not.toBe('active');
    await later(MINUTE + 1);
    expect((await status()).status).toBe('active');
    await p.ok(domain.delete, { domainId, confirm: NAME }, { token });
    await later(25 * HOUR);
    expect(await jobs()).toEqual([]);
    expect(await stored(p, 'domainCheck')).toEqual([]);
  });

  test('the job and the customer check at the same moment: the owner is notified once', async () => {
    const { p, dns, token, domainId, run, notices, changes } = await added();
    dns.delegate(NAME, ownNameServers);
    await Promise.all([run(), p.ok(domain.verify, { domainId }, { token }), p.ok(domain.verify, { domainId }, { token })]);
    expect(await notices()).toHaveLength(1);
    expect((await changes()).filter(({ action }) => action === 'update')).toHaveLength(1);
  });
});

describe('checking now', () => {
  test('activates the domain on behalf of the customer', async () => {
    const { p, dns, token, domainId, changes } = await added();
    dns.delegate(NAME, ownNameServers);
    expect((await p.ok(domain.verify, { domainId }, { token })).nsStatus).toMatchObject({ status: 'active', matched: true });
    expect((await changes()).at(-1)).toMatchObject({ call: 'domain.verify', actorType: 'user', action: 'update' });
  });

  test('is refused with what was found', async () => {
    const { p, dns, token, domainId } = await added();
    const verify = () => p.try(domain.verify, { domainId }, { token });
    expect(await verify()).toMatchObject({
      status: 409,
      body: {
        code: 'domain:error.nsNotChanged',
        message: t('domain:error.nsNotChanged', { current: 'ns1.old-dns.test, ns2.old-dns.test' }),
        nsStatus: { seen: 'different' },
      },
    });
    dns.delegate(NAME, {});
    expect(await verify()).toMatchObject({ status: 409, body: { code: 'domain:error.nsUndelegated' } });
    for (const address of Object.values(addresses)) dns.mood(address, 'lame');
    expect(await verify()).toMatchObject({ status: 409, body: { code: 'domain:error.nsUnseen', nsStatus: { seen: 'unseen' } } });
  });

  test('reports a DS record of the old provider that blocks the setup', async () => {
    const { p, dns, token, domainId, status } = await added();
    dns.delegate(NAME, ownNameServers, [[NAME, 'DS', { keyTag: 7, algorithm: 13, digestType: 2, digest: Buffer.alloc(32, 7) }]]);
    await p.ok(domain.verify, { domainId }, { token });
    expect((await status()).signed).toBe(true);
  });

  test('is rate limited, and asks nobody for a stranger', async () => {
    const { p, token, domainId, dns } = await added();
    const answers = [];
    for (let i = 0; i < 13; i++) answers.push(await p.try(domain.verify, { domainId }, { token }));
    expect(answers.map(({ status }) => status)).toEqual([...Array(12).fill(409), 429]);
    const queries = dns.queries(registry).length;
    const stranger = await p.signIn(demo.second);
    for (const call of [domain.verify, domain.scan]) expect((await p.try(call, { domainId }, { token: stranger })).status).toBe(404);
    expect(dns.queries(registry)).toHaveLength(queries);
  });
});

describe('stopping', () => {
  const balanceOf = async (p: Awaited<ReturnType<typeof added>>['p'], token: string) => (await p.ok(wallet.balance, {}, { token })).balance;

  test('a domain that was never active is refunded its first month once, however often it is removed', async () => {
    const { p, token, domainId } = await added({ plan: 'eco' });
    expect(await balanceOf(p, token)).toBe(228_000);
    const answers = await Promise.all(Array.from({ length: 12 }, () => p.try(domain.delete, { domainId, confirm: NAME }, { token })));
    expect(answers.filter(({ status }) => status === 200).map(({ body }) => body.refunded)).toEqual([20_000]);
    expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 404)).toBe(true);
    expect(await balanceOf(p, token)).toBe(248_000);
    const entries = await stored(p, 'ledgerEntry', { reference: domainId });
    expect(entries.map(({ kind }) => kind).sort()).toEqual(['refund', 'usage']);
  });

  test('one that was active, even for a minute, is not refunded', async () => {
    const { p, dns, token, domainId, run } = await added({ plan: 'eco' });
    dns.delegate(NAME, ownNameServers);
    await run();
    expect(await p.ok(domain.delete, { domainId, confirm: NAME }, { token })).toEqual({ done: true, refunded: 0 });
    expect(await balanceOf(p, token)).toBe(228_000);
  });

  test('a free one refunds nothing, and the same name can be added and paid for again', async () => {
    const { p, token, domainId } = await added();
    expect((await p.ok(domain.delete, { domainId, confirm: NAME }, { token })).refunded).toBe(0);
    const form = { name: NAME, plan: 'eco', acceptTerms: true, termsVersion: catalog.termsVersion } as const;
    const again = await p.ok(domain.add, form, { token });
    expect((await p.ok(domain.delete, { domainId: again.domain.id, confirm: NAME }, { token })).refunded).toBe(20_000);
    expect(await balanceOf(p, token)).toBe(248_000);
  });
});

test('a demo domain is not checked until its owner asks for it', async () => {
  const dns = await startDns();
  onTestFinished(() => dns[Symbol.asyncDispose]());
  const p = await startProvider({ env: dns.env });
  await p.provider.services.jobs.runDue();
  expect(Object.values(addresses).flatMap((address) => dns.queries(address))).toEqual([]);
});
