import { wallet } from '../../lib/contract/wallet.ts';
import { chargesUntil } from '../../lib/rules/plan/charges.ts';
import { ownedDomains } from '../db/owned.ts';
import type { Db } from '../db/schema.ts';
import { implement } from '../implement.ts';
import { renewalPrice } from '../plan/term.ts';
import { balanceOf } from './ledger.ts';

/** How far ahead it is told. */
const AHEAD_MS = 30 * 86_400_000;

export const walletHandlers = implement(wallet, {
  balance: async ({ db, user }) => ({ balance: await balanceOf(db, user.id) }),

  async charges({ db, user, now }) {
    const until = now + AHEAD_MS;
    const charges = (await termsOf(db, user)).flatMap(({ name, plan, ...term }) =>
      chargesUntil(term, now, until).map((at) => ({
        at,
        domainId: term.domainId,
        domain: name,
        plan,
        amount: renewalPrice({ plan }, term),
      })),
    );
    charges.sort((a, b) => a.at - b.at || a.domain.localeCompare(b.domain, 'en'));
    return {
      total: charges.reduce((sum, { amount }) => sum + amount, 0),
      until: new Date(until).toISOString(),
      charges: charges.map((charge) => ({ ...charge, at: new Date(charge.at).toISOString() })),
    };
  },
});

const termsOf = (db: Db, user: { id: string }) =>
  ownedDomains(db, user)
    .innerJoin('domainPlan', 'domainPlan.domainId', 'domain.id')
    .selectAll('domainPlan')
    .select(['domain.name', 'domain.plan'])
    .execute();
