import { device, mostSessions } from '../../../lib/contract/account/device.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { ipNetwork } from '../../core/limits.ts';
import { endSession, endSessions, loadLiveSessions, toDevice } from '../../core/session/sessions.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';

const loadDeviceList = async (db: Db | Tx, { user, session, now }: SignedIn) => ({
  devices: (await loadLiveSessions(db, user.id, now)).map((one) => toDevice(one, session?.id)),
});

const loadDeviceLimit = async (db: Db | Tx, { user, ip, now }: SignedIn, perAccount: number, perIp: number) => {
  const live = await loadLiveSessions(db, user.id, now);
  const here = live.filter((one) => ipNetwork(one.ip) === ipNetwork(ip));
  return { sessionLimit: { perAccount, perIp, max: mostSessions, inUse: { account: live.length, ip: here.length } } };
};

export const deviceHandlers = implement(device, {
  list: (ctx) => loadDeviceList(ctx.db, ctx),

  async remove(ctx, { deviceId }) {
    if (deviceId === ctx.session?.id) refuse(409, 'device:error.current');
    return ctx.write(async ({ tx, log }) => {
      const ended = (await loadLiveSessions(tx, ctx.user.id, ctx.now)).find(({ id }) => id === deviceId);
      if (!ended || !(await endSession(tx, ctx, ctx.user.id, deviceId))) refuse(404, 'error:notFound');
      const { os, browser, ip } = toDevice(ended);
      await log({
        action: 'delete',
        entity: { type: 'device', id: ended.id, name: [browser, os].filter(Boolean).join(', ') || ip },
        before: { ip },
      });
      return loadDeviceList(tx, ctx);
    });
  },

  removeOthers: (ctx) =>
    ctx.write(async ({ tx, log }) => {
      const others = (await loadLiveSessions(tx, ctx.user.id, ctx.now)).filter(({ id }) => id !== ctx.session?.id);
      await endSessions(tx, ctx, ctx.user.id, ctx.session?.id);
      await log({
        action: 'delete',
        entity: { type: 'device', id: ctx.user.id, name: ctx.user.email },
        before: { devices: others.length },
      });
      return loadDeviceList(tx, ctx);
    }),

  limit: (ctx) => loadDeviceLimit(ctx.db, ctx, ctx.user.maxSessions, ctx.user.maxSessionsPerIp),

  setLimit: (ctx, { perAccount, perIp }) =>
    ctx.write(async ({ tx, log }) => {
      const { maxSessions, maxSessionsPerIp } = await tx
        .selectFrom('user')
        .select(['maxSessions', 'maxSessionsPerIp'])
        .where('id', '=', ctx.user.id)
        .executeTakeFirstOrThrow();
      await tx.updateTable('user').set({ maxSessions: perAccount, maxSessionsPerIp: perIp }).where('id', '=', ctx.user.id).execute();
      await log({
        action: 'update',
        entity: { type: 'sessionLimit', id: ctx.user.id, name: ctx.user.email },
        before: { perAccount: maxSessions, perIp: maxSessionsPerIp },
        after: { perAccount, perIp },
      });
      return loadDeviceLimit(tx, ctx, perAccount, perIp);
    }),
});
