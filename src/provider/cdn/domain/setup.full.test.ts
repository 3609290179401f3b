import { describe, expect, test } from 'vitest';
import { addresses } from '../../../../tests/support/dns.ts';
import { added, HOUR, MINUTE, NAME, ours, theirs } from '../../../../tests/support/onboarding.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';

describe('the setup of a domain', () => {
  test('an email is written in the language of its recipient', async () => {
    const { p, dns, run } = await added();
    await p.store.write('t', (tx) => tx.updateTable('user').set({ language: 'fa' }).where('email', '=', demo.email).execute());
    dns.delegate(NAME, ours);
    await run();
    expect((await p.lastMail(demo.email))?.subject).toBe(translator('fa')('mail:domainActive.subject', { domain: NAME }));
  });

  test('a network outage or one bad hour doesn’t deactivate a domain', async () => {
    const { dns, status, run, later, row } = await added();
    dns.delegate(NAME, ours);
    await run();
    for (const address of Object.values(addresses)) dns.mood(address, 'servfail');
    for (let day = 0; day < 5; day++) await later(24 * HOUR);
    expect(await status()).toMatchObject({ status: 'active', seen: 'unseen', current: ['ns1.nasim.example', 'ns2.nasim.example'] });
    for (const address of Object.values(addresses)) dns.mood(address, 'ok');
    dns.delegate(NAME, theirs);
    await later(24 * HOUR);
    dns.delegate(NAME, ours);
    await later(HOUR);
    dns.delegate(NAME, theirs);
    await later(24 * HOUR);
    await later(HOUR);
    expect((await row()).status).toBe('active');
  });

  test('a paused domain stays paused, whatever is found', async () => {
    const { p, dns, run, later, row, domainId } = await added();
    await p.store.write('t', (tx) => tx.updateTable('domain').set({ status: 'inactive' }).where('id', '=', domainId).execute());
    dns.delegate(NAME, ours);
    await run();
    await later(24 * HOUR);
    expect(await row()).toMatchObject({ status: 'inactive', activatedAt: null });
  });

  test('there is one job per domain; it survives a killed process and ends with the domain', async () => {
    const { p, dns, token, domainId, run, later, status } = await added();
    const jobs = () => p.store.reader.selectFrom('job').selectAll().where('kind', '=', 'domain.check').orderBy('id').execute();
    expect(await jobs()).toHaveLength(1);
    await run();
    await p.try(domain.verify, { domainId }, { token });
    expect(await jobs()).toHaveLength(1);
    // A process claimed it and died before writing anything.
    p.clock.now += MINUTE;
    await p.store.write('t', (tx) =>
      tx
        .updateTable('job')
        .set({ lockedUntil: p.clock.now + MINUTE })
        .where('kind', '=', 'domain.check')
        .execute(),
    );
    dns.delegate(NAME, ours);
    await run();
    expect((await status()).status).not.toBe('active');
    await later(MINUTE + 1);
    expect((await status()).status).toBe('active');
    await p.ok(domain.delete, { domainId, confirm: NAME }, { token });
    await later(25 * HOUR);
    expect(await jobs()).toEqual([]);
    expect(await p.store.reader.selectFrom('domainCheck').selectAll().execute()).toEqual([]);
  });

  test('the job and the customer check at the same moment: the owner is notified once', async () => {
    const { p, dns, token, domainId, run, notices, changes } = await added();
    dns.delegate(NAME, ours);
    await Promise.all([run(), p.ok(domain.verify, { domainId }, { token }), p.ok(domain.verify, { domainId }, { token })]);
    expect(await notices()).toHaveLength(1);
    expect((await changes()).filter(({ action }) => action === 'update')).toHaveLength(1);
  });
});
