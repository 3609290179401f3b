import { operatorPlan } from '../../src/lib/contract/cdn/operatorPlan.ts';
import { notification } from '../../src/lib/contract/core/notification.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { GB } from '../../src/lib/rules/core/traffic.ts';
import { startProvider } from './provider.ts';
/** In January 2027. The wallet of the demo customer paid for 1,000 GB in December and 200 GB in this month; that of `other` for nothing. */
export async function started() {
  const p = await startProvider();
  p.clock.now = Date.UTC(2027, 0, 30, 9, 25);
  const operator = { token: await p.signInOperator() };
  const owner = await p.signIn();
  const other = await p.signIn(demo.second);
  const row = await p.store.reader
    .selectFrom('domain')
    .select(['accountId', 'name'])
    .where('id', '=', demo.domainId)
    .executeTakeFirstOrThrow();
  const month = { domainId: demo.domainId, ...row, requests: 0, bytes: 0, included: 0, free: 0, booked: 0 };
  await p.store.write('test', async (tx) => {
    await tx.deleteFrom('domainTraffic').execute();
    await tx
      .insertInto('domainTraffic')
      .values([
        { ...month, month: '2026-12', charged: 1000 * GB },
        { ...month, month: '2027-01', charged: 200 * GB },
      ])
      .execute();
  });
  const shown = async () => (await p.ok(operatorPlan.list, {}, operator)).traffic;
  const told = async (token: string) =>
    (await p.ok(notification.list, { limit: 200 }, { token })).notifications.filter(({ event }) => event === 'price').reverse();
  const mails = () => p.store.reader.selectFrom('outbox').select('recipient').where('event', '=', 'price').execute();
  const run = () => p.provider.services.jobs.runDue();
  return { p, operator, owner, other, shown, told, mails, run };
}
