import { brand } from '../../../config/brand.ts';
import { walletDetail } from '../../../lib/contract/finance/walletDetail.ts';
import { byName } from '../../../lib/format/order.ts';
import { stopAt } from '../../../lib/rules/finance/balance/grace.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import { negativeSince } from '../../core/ledger/statement.ts';
import { pendingGift, showVoucher } from '../payment/index.ts';
import { computeRunway } from './outlook.ts';
import { loadUsage } from './spending.ts';

export const walletDetailHandlers = implement(walletDetail, {
  async get({ db, account, now, services, locale }) {
    const balance = await readBalance(db, account.id);
    const [since, runway, pending] = await Promise.all([
      balance < 0 ? negativeSince(db, account) : null,
      computeRunway(db, account, services.registry, balance, now),
      pendingGift(db, account),
    ]);
    return {
      wallet: {
        ...runway,
        atRisk: byName(runway.atRisk, locale),
        basis: { ...runway.basis, until: iso(runway.basis.until) },
        balance,
        currency: brand.currency.code,
        negativeSince: since === null ? null : iso(since),
        disableAt: since === null ? null : iso(stopAt(since)),
        runsOutAt: runway.runsOutAt === null ? null : iso(runway.runsOutAt),
        pendingVoucher: pending && showVoucher(pending.gift),
      },
    };
  },

  usage: async ({ db, account, services: { registry }, t, now }, { month }) => ({
    usage: await loadUsage({ db, account, registry, t, now }, month),
  }),
});
