import type { Input } from '../../src/lib/contract/call.ts';
import { notification } from '../../src/lib/contract/core/notification.ts';
import { wallet } from '../../src/lib/contract/core/wallet.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { autoTopUp } from '../../src/lib/contract/finance/autoTopUp.ts';
import { payment } from '../../src/lib/contract/finance/payment.ts';
import { proveLedger } from '../../src/provider/finance/ledgerCheck.ts';
import { stripeBank } from './gateways.ts';
import { runJobs } from './jobs.ts';
import { move } from './ledger.ts';
import { startProvider, type TestProvider } from './provider.ts';
import { storedOne } from './stored.ts';

/** The second customer: their wallet has $50 from a Stripe top-up that saved the card. */
export async function saved() {
  const bank = await stripeBank();
  const p = await startProvider({ gateways: [bank.gateway] });
  const holder = { token: await p.signIn(demo.second) };
  const { id } = await topUpAndSave(p, holder);
  const [reference = ''] = bank.sessions.keys();
  await bank.pay(reference);
  await p.ok(payment.verify, { paymentId: id }, holder);
  const get = () => p.ok(autoTopUp.get, {}, holder);
  const [card] = (await get()).cards;
  if (!card) throw new Error('no card was saved');
  const settings = { enabled: true, threshold: 20_000, amount: 30_000, cardId: card.id };
  const { accountId } = await storedOne(p, 'savedCard', { id: card.id });
  return {
    p,
    bank,
    holder,
    card,
    get,
    turnOn: (input: Partial<Input<typeof autoTopUp.update>> = {}) => p.ok(autoTopUp.update, { ...settings, ...input }, holder),
    /** Moves the clock and runs the due jobs. */
    async later(ms: number) {
      p.clock.now += ms;
      await runJobs(p, 'autoTopUp.sweep');
      holder.token = await p.signIn(demo.second);
    },
    /** Simulates the charge of a service. */
    spend: (amount: number) => move(p, accountId, -amount),
    balance: async () => (await p.ok(wallet.balance, {}, holder)).balance,
    notices: async () => (await p.ok(notification.list, {}, holder)).notifications.map(({ title }) => title),
    proved: async () => (await proveLedger(p.store.reader, p.clock.now)).ok,
  };
}
export const topUpAndSave = async (p: TestProvider, { token }: { token: string }) =>
  (await p.ok(payment.create, { amount: 50_000, gateway: 'stripe', saveCard: true }, { token })).payment;
