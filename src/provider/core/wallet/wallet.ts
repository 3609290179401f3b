import { wallet } from '../../../lib/contract/core/wallet.ts';
import { inOrder } from '../../../lib/format/order.ts';
import { nameToUnicode } from '../../../lib/format/punycode.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../implement.ts';
import { readBalance } from '../ledger/ledger.ts';

/** How far ahead charges are listed. */
const AHEAD_MS = 30 * 86_400_000;

export const walletHandlers = implement(wallet, {
  balance: async ({ db, account }) => ({ balance: await readBalance(db, account.id) }),

  async charges({ db, account, now, services, locale }) {
    const until = now + AHEAD_MS;
    const byLine = await Promise.all(services.registry.lines.map((line) => line.upcomingCharges?.(db, account, now, until) ?? []));
    const named = inOrder(byLine.flat(), locale, ({ domain }) => nameToUnicode(domain));
    const charges = named.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
    return {
      total: charges.reduce((sum, { amount }) => sum + amount, 0),
      until: iso(until),
      charges,
    };
  },
});
