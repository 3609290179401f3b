import { notification } from '../../src/lib/contract/core/notification.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { startProvider } from './provider.ts';

const now = Date.UTC(2027, 0, 30, 9, 25);
/** The demo customer has a single volume of 40 GB, and `other` none. */
export async function started() {
  const p = await startProvider();
  p.clock.now = now;
  const operator = { token: await p.signInOperator() };
  const owner = await p.signIn();
  const other = await p.signIn(demo.second);
  await p.store.write('test', async (tx) => {
    await tx.deleteFrom('volume').where('id', '!=', demo.freeVolumeId).execute();
    await tx.updateTable('volume').set({ billedSize: 40, type: 'ssd' }).execute();
  });
  const told = async (token: string) =>
    (await p.ok(notification.list, { limit: 200 }, { token })).notifications.filter(({ event }) => event === 'price').reverse();
  const mails = () => p.store.reader.selectFrom('outbox').select('recipient').where('event', '=', 'price').execute();
  return { p, operator, owner, other, told, mails };
}
