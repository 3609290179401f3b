import { key } from '../../lib/i18n/key.ts';
import { isBusy } from '../../lib/rules/cloud/server/states.ts';
import { isVolumeBusy } from '../../lib/rules/cloud/volume.ts';
import { writeSystemChange } from '../core/changes.ts';
import { within } from '../drivers/within.ts';
import type { JobCtx, JobHandler } from '../jobs/jobs.ts';
import { markStale } from '../live/stale.ts';
import { chargeAddresses } from './server/addresses.ts';
import { chargeHours } from './server/meter.ts';
import { releaseVolume } from './volume/follow.ts';
import { chargeVolume } from './volume/meter.ts';

const LOST = key('server:reason.lost');

/**
 * Stops charging for the servers and volumes that somebody has deleted from the hosts, and shows what has happened. What is being worked on
 * fails by that work, and is found afterward.
 */
export const findLost: JobHandler = async (ctx) => {
  const { compute } = ctx.services.drivers;
  const read = compute?.lost;
  if (!compute || !read) return;
  const { servers, volumes } = await within(compute.timeoutMs, ctx.signal, read);
  for (const id of servers) await loseServer(ctx, id);
  for (const id of volumes) await loseVolume(ctx, id);
};

async function loseServer(ctx: JobCtx, id: string): Promise<void> {
  const { reader } = ctx.services.store;
  const found = await reader.selectFrom('server').select('accountId').where('id', '=', id).where('lostAt', 'is', null).executeTakeFirst();
  if (!found) return;
  const { accountId } = found;
  await ctx.services.store.write(`account:${accountId}`, async (tx) => {
    const row = await tx.selectFrom('server').selectAll().where('id', '=', id).where('lostAt', 'is', null).executeTakeFirst();
    if (!row || row.accountId !== accountId || isBusy(row.state)) return;
    await chargeHours(tx, ctx, row);
    await chargeAddresses(tx, ctx, row);
    await tx
      .updateTable('server')
      .set({
        state: 'failed',
        problem: LOST,
        problemParams: {},
        lostAt: ctx.now,
        ipv4: null,
        ipv6: null,
        poweredOnAt: null,
        version: row.version + 1,
      })
      .where('id', '=', id)
      .execute();
    await tx
      .insertInto('serverEvent')
      .values({
        id: ctx.newId(),
        accountId,
        serverId: id,
        time: ctx.now,
        endedAt: ctx.now,
        actor: '',
        action: 'lost',
        status: 'failed',
        message: LOST,
        messageParams: {},
        taskId: null,
      })
      .execute();
    markStale(tx, accountId, 'server', ctx.now);
    await writeSystemChange(tx, ctx, {
      kind: 'server.lost',
      group: 'server',
      accountId,
      action: 'update',
      entity: { type: 'server', id, name: row.name },
      before: { state: row.state },
      after: { state: 'failed' },
    });
  });
}

async function loseVolume(ctx: JobCtx, id: string): Promise<void> {
  const { reader } = ctx.services.store;
  const found = await reader.selectFrom('volume').select('accountId').where('id', '=', id).where('billedSize', '>', 0).executeTakeFirst();
  if (!found) return;
  const { accountId } = found;
  await ctx.services.store.write(`account:${accountId}`, async (tx) => {
    const row = await tx.selectFrom('volume').selectAll().where('id', '=', id).where('billedSize', '>', 0).executeTakeFirst();
    if (!row || row.accountId !== accountId || isVolumeBusy(row.state)) return;
    await chargeVolume(tx, ctx, row);
    // Without a size that the hosts have confirmed, nothing is charged.
    const lost = { state: 'failed' as const, problem: LOST, problemParams: {}, billedSize: 0 };
    await tx.updateTable('volume').set(lost).where('id', '=', id).execute();
    await releaseVolume(tx, ctx, row);
    markStale(tx, accountId, 'volume', ctx.now);
    await writeSystemChange(tx, ctx, {
      kind: 'volume.lost',
      group: 'volume',
      accountId,
      action: 'update',
      entity: { type: 'volume', id, name: row.name },
      before: { state: row.state },
      after: { state: 'failed' },
    });
  });
}
