import type { Input } from '../../src/lib/contract/call.ts';
import { domain } from '../../src/lib/contract/cdn/domain.ts';
import { plan } from '../../src/lib/contract/cdn/plan.ts';
import { wallet } from '../../src/lib/contract/core/wallet.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { DAY } from '../../src/lib/time.ts';
import { postEntry } from '../../src/provider/core/ledger/ledger.ts';
import { startProvider } from './provider.ts';

export const START = Date.parse('2026-11-01T00:00:00Z');

/** A customer with a Basic domain and this balance, on a stopped clock. */
export async function startedPlan({ balance = 500_000, name = 'shop.example', code = 'free' as 'free' | 'eco' | 'pro' } = {}) {
  const p = await startProvider();
  p.clock.now = START;
  const email = demo.second;
  const token = await p.signIn(email);
  const { id: accountId } = await p.store.reader.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  let serial = 0;
  const fund = (amount: number) =>
    p.store.write(`account:${accountId}`, (tx) =>
      postEntry(
        tx,
        { now: p.clock.now, newId: () => `fund-${amount}-${serial++}` },
        { kind: 'topUp', from: 'funding', to: { wallet: accountId }, amount, description: { key: 'domain:ledger.demoCredit' } },
      ),
    );
  if (balance > 0) await fund(balance);
  const input = { name, plan: code, acceptTerms: true as const, termsVersion: '2026-11' };
  const { domain: added } = await p.ok(domain.add, input, { token });
  const domainId = added.id;
  type Wish = Partial<Omit<Input<typeof plan.activate>, 'domainId'>>;
  /** Moves the clock by days, and signs in again to renew the session. */
  const holder = { token };
  const later = async (days: number) => {
    p.clock.now += days * DAY;
    holder.token = await p.signIn(email);
  };
  return {
    p,
    accountId,
    domainId,
    fund,
    later,
    holder,
    activate: (wish: Wish, headers: Record<string, string> = {}) =>
      p.try(plan.activate, { domainId, plan: 'eco', ...wish }, { token: holder.token, headers }),
    quote: async (wish: Wish) => (await p.ok(plan.quote, { domainId, plan: 'eco', ...wish }, { token: holder.token })).quote,
    current: async () => (await p.ok(plan.list, { domainId }, { token: holder.token })).current,
    balance: async () => (await p.ok(wallet.balance, {}, { token: holder.token })).balance,
    entries: async () =>
      (
        await p.store.reader
          .selectFrom('ledgerLine')
          .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
          .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
          .select(['ledgerLine.amount', 'ledgerEntry.description'])
          .where('ledgerAccount.code', '=', `wallet:${accountId}`)
          .where('ledgerEntry.kind', '!=', 'topUp')
          .orderBy('ledgerEntry.id')
          .execute()
      ).map(({ amount, description }) => [Number(amount), description.key]),
  };
}
