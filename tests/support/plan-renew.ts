import { notification } from '../../src/lib/contract/core/notification.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { balanceOf, book } from '../../src/provider/core/ledger/ledger.ts';
import { startProvider } from './provider.ts';

const domainId = demo.planDomainId;
/** The demo domain on Economic, $20 a month, with `left` mills in the wallet. Only its own plan is considered. */
export async function started({ left = 248_000 } = {}) {
  const p = await startProvider();
  const { accountId } = await p.store.reader.selectFrom('domain').select('accountId').where('id', '=', domainId).executeTakeFirstOrThrow();
  let serial = 0;
  const move = (amount: number) =>
    p.store.write(`account:${accountId}`, (tx) =>
      book(
        tx,
        { now: p.clock.now, newId: () => `test-${serial++}` },
        {
          kind: amount > 0 ? 'topUp' : 'usage',
          from: amount > 0 ? 'funding' : { wallet: accountId },
          to: amount > 0 ? { wallet: accountId } : 'revenue',
          amount: Math.abs(amount),
          description: { key: 'domain:ledger.demoCredit' },
        },
      ),
    );
  if (left !== 248_000) await move(left - 248_000);
  await p.store.write('test', (tx) => tx.deleteFrom('domainPlan').where('domainId', '!=', domainId).execute());
  const term = () => p.store.reader.selectFrom('domainPlan').selectAll().where('domainId', '=', domainId).executeTakeFirst();
  const row = () => p.store.reader.selectFrom('domain').selectAll().where('id', '=', domainId).executeTakeFirstOrThrow();
  const first = await term();
  if (!first) throw new Error('the demo domain has a plan that was bought');
  return {
    p,
    accountId,
    move,
    term,
    row,
    first,
    /** Moves the clock to a moment and runs the jobs that are due by then. */
    async until(time: number) {
      p.clock.now = time;
      while ((await p.provider.services.jobs.runDue()) > 0);
    },
    balance: () => balanceOf(p.store.reader, accountId),
    async told() {
      const { notifications } = await p.ok(notification.list, {}, { token: await p.signIn() });
      return notifications.filter(({ link }) => link === '/domains/ketabnama.example/plan').reverse();
    },
    mails: async () => (await p.store.reader.selectFrom('outbox').select('subject').orderBy('id').execute()).map(({ subject }) => subject),
  };
}
