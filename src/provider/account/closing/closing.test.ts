import { expect, test } from 'vitest';
import { move } from '../../../../tests/support/ledger.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { spendDownTo } from '../../../../tests/support/wallet.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { closing } from '../../../lib/contract/account/closing.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { invoice } from '../../../lib/contract/finance/invoice.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { DAY } from '../../../lib/time.ts';
import { accountJobs } from '../jobs.ts';

const inAccount = { confirm: demo.email };

/** Signed in to the demo account, whose unpaid invoices are cancelled. */
async function payingCustomer(p: TestProvider): Promise<string> {
  const token = await p.signIn();
  for (const { id, payment } of (await p.ok(invoice.list, { state: 'proforma' }, { token })).invoices)
    if (payment === 'unpaid') await p.ok(invoice.cancelProforma, { invoiceId: id }, { token });
  return token;
}

const readUserRow = (p: TestProvider, id: string) => storedOne(p, 'user', { id });

/** Runs the jobs as time goes by, until the account is closed. */
async function untilClosed(p: TestProvider, id: string): Promise<void> {
  for (let n = 0; n < 60 && (await readUserRow(p, id)).closedAt === null; n++) {
    p.clock.now += 61_000;
    await p.provider.services.jobs.runDue();
  }
}

test('an account with everything is removed at the end, and only bookkeeping stays, under a pseudonym', async () => {
  const p = await startProvider();
  const token = await payingCustomer(p);
  const { profile } = await p.ok(auth.profile, {}, { token });
  const { closing: before } = await p.ok(closing.get, {}, { token });
  expect(before).toMatchObject({ closesAt: null, blockers: [] });
  expect(before.removes.map(({ kind }) => kind)).toEqual(['domains', 'servers', 'volumes', 'backups', 'spaces', 'tickets']);
  const sent = await p.ok(closing.request, { ...inAccount, reason: 'price' }, { token });
  expect(sent.closing.closesAt).toBe(new Date(p.clock.now + 14 * DAY).toISOString());
  expect((await p.ok(auth.profile, {}, { token })).profile.closesAt).toBe(sent.closing.closesAt);
  const { balance } = await p.ok(wallet.balance, {}, { token });
  const { id: accountId } = profile;
  const countStored = async () => ({
    invoices: (await stored(p, 'invoice', { accountId, state: 'closed' })).length,
    entries: (await stored(p, 'ledgerEntry')).length,
    payments: (await stored(p, 'payment', { accountId })).length,
  });
  const had = await countStored();

  // Everything still works until the last moment, with a reminder on the way.
  p.clock.now += 11 * DAY;
  expect((await p.lastMail(demo.email))?.subject).toBe('Your account will be deleted in 3 days');
  p.clock.now += 3 * DAY - 60_000;
  const late = await p.signIn();
  await p.provider.services.jobs.runDue();
  expect((await p.ok(domain.list, {}, { token: late })).total).toBeGreaterThan(0);

  // The job is killed after a line has removed a part, and a second one is asked for meanwhile.
  const cloud = p.provider.services.registry.lines.find(({ closeAccount, runningCosts }) => closeAccount?.release && runningCosts);
  const { closeAccount } = cloud ?? {};
  if (!cloud || !closeAccount?.release) throw new Error('no cloud');
  cloud.closeAccount = {
    ...closeAccount,
    async release(ctx, account) {
      await closeAccount.release?.(ctx, account);
      throw new Error('killed');
    },
  };
  p.clock.now += 60_000;
  await p.provider.services.jobs.runDue();
  cloud.closeAccount = closeAccount;
  expect((await readUserRow(p, profile.id)).closeStartedAt).toBe(p.clock.now);
  expect((await p.try(auth.profile, {}, { token: late })).status).toBe(401);
  expect((await p.try(auth.login, { username: demo.email, password: demo.password }, {})).body.code).toBe('auth:error.credentials');
  await untilClosed(p, profile.id);
  await p.store.write('t', (tx) =>
    p.provider.services.jobs.enqueue(tx, accountJobs.runClosing, { accountId: profile.id }, { key: 'again' }),
  );
  await p.provider.services.jobs.runDue();
  expect((await readUserRow(p, profile.id)).closedAt).not.toBeNull();

  expect((await p.lastMail(demo.email))?.subject).toBe('Your account is closed');
  const now = await countStored();
  expect(now.payments).toBe(had.payments);
  expect(now.entries).toBeGreaterThanOrEqual(had.entries);
  // The open month was invoiced to its buyer.
  expect(now.invoices).toBeGreaterThanOrEqual(had.invoices);
  expect(balance).toBeGreaterThan(0);

  // No table holds the person, except what they got as an invoice, the last mail on its way, and counters of attempts, which expire.
  const found: string[] = [];
  for (const { name } of await p.store.reader.introspection.getTables())
    for (const row of await stored(p, name as 'user')) {
      const { buyer: _, ...rest } = row as typeof row & { buyer?: string };
      const text = JSON.stringify(rest);
      if (text.includes(demo.email) || (profile.mobile && text.includes(profile.mobile))) found.push(name);
    }
  expect([...new Set(found)].filter((name) => name !== 'outbox' && name !== 'throttle')).toEqual([]);
  const owned = ['domain', 'server', 'volume', 'backup', 'snapshot', 'space', 'sshKey', 'apiKey', 'ticket', 'webhook', 'task'] as const;
  for (const table of owned) expect([table, await stored(p, table, { accountId })]).toEqual([table, []]);
  for (const table of ['session', 'passkey', 'trustedDevice'] as const)
    expect([table, await stored(p, table, { userId: accountId })]).toEqual([table, []]);
  expect(await stored(p, 'desired', { accountId, isRemoved: false })).toEqual([]);
  // The address is free again.
  await p.ok(auth.register, { email: demo.email, password: 'a-long-password', accountType: 'personal', acceptTerms: true });
});

test('a closing is cancelled until the end, and then nothing is removed', async () => {
  const p = await startProvider();
  const token = await payingCustomer(p);
  await p.ok(closing.request, inAccount, { token });
  p.clock.now += 13 * DAY;
  const later = await p.signIn();
  await p.ok(closing.cancel, {}, { token: later });
  expect((await p.try(closing.cancel, {}, { token: later })).body.code).toBe('closing:error.none');
  expect((await p.lastMail(demo.email))?.subject).toBe('Your account stays open');
  p.clock.now += 3 * DAY;
  await p.provider.services.jobs.runDue();
  expect((await p.ok(auth.profile, {}, { token: await p.signIn() })).profile.closesAt).toBeNull();
  expect((await p.ok(domain.list, {}, { token: await p.signIn() })).total).toBeGreaterThan(0);
});

test('of two requests at the same time one counts, and meanwhile the change log can’t be rewritten', async () => {
  const p = await startProvider();
  const token = await payingCustomer(p);
  const both = await Promise.all([p.try(closing.request, inAccount, { token }), p.try(closing.request, inAccount, { token })]);
  expect(both.map(({ status, body }) => [status, body.code]).sort()).toEqual([
    [200, undefined],
    [409, 'closing:error.again'],
  ]);
  await expect(p.store.write('t', (tx) => tx.deleteFrom('changeLog').execute())).rejects.toThrow(/append only/);
  await expect(updateStored(p, 'changeLog', {}, { ip: '' })).rejects.toThrow(/append only/);
});

test('what prevents a closing is named', async () => {
  const p = await startProvider();
  const refused = async (token: string, input: object = inAccount) => {
    const { status, body } = await p.try(closing.request, input, { token });
    return [status, body.code];
  };
  const token = await p.signIn();
  expect(await refused(token, { confirm: 'other@nasim.example' })).toEqual([422, 'error:confirmMismatch']);
  expect(await refused(token)).toEqual([409, 'closing:error.invoice']);
  await payingCustomer(p);
  await spendDownTo(p, -1000);
  expect(await refused(token)).toEqual([409, 'closing:error.balance']);
  expect((await p.ok(closing.get, {}, { token })).closing.blockers).toEqual(['balance']);
  const operator = await p.signInOperator();
  expect(await refused(operator, { confirm: demo.operator })).toEqual([409, 'closing:error.operator']);
  p.clock.now += 11 * 60_000;
  expect(await refused(token)).toEqual([409, 'auth:error.confirm']);
});

test('a closing waits while the balance is negative', async () => {
  const p = await startProvider();
  const token = await payingCustomer(p);
  const { profile } = await p.ok(auth.profile, {}, { token });
  await p.ok(closing.request, inAccount, { token });
  await spendDownTo(p, -1000);
  p.clock.now += 14 * DAY;
  await p.provider.services.jobs.runDue();
  expect((await readUserRow(p, profile.id)).closeStartedAt).toBeNull();
  await move(p, profile.id, 90_000);
  p.clock.now += DAY;
  await p.provider.services.jobs.runDue();
  expect((await readUserRow(p, profile.id)).closeStartedAt).not.toBeNull();
});

test('the mails are in the language of the account', async () => {
  const p = await startProvider();
  let token = await payingCustomer(p);
  for (const language of locales) {
    const t = translator(language);
    await p.ok(auth.language, { language }, { token });
    await p.ok(closing.request, inAccount, { token });
    const mail = await p.lastMail(demo.email);
    expect(mail?.body).toContain('/account/privacy');
    expect(mail?.subject).not.toContain('{{');
    p.clock.now += 11 * DAY;
    expect((await p.lastMail(demo.email))?.subject).toBe(t('mail:closing.soon.subject'));
    token = await p.signIn();
    await p.ok(closing.cancel, {}, { token });
    expect((await p.lastMail(demo.email))?.subject).toBe(t('mail:closing.cancelled.subject'));
  }
});
