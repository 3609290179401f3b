import type { Updateable } from 'kysely';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import type { ServerAction } from '../../../lib/rules/cloud/server/actions.ts';
import type { ServerSize } from '../../../lib/rules/cloud/server/states.ts';
import { implement, type SignedIn, type Writing } from '../../core/implement.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import type { ServerRow, Tx } from '../../db/schema.ts';
import type { ServerTable, Trial } from '../../db/tables/cloud/server.ts';
import { Refusal, refuse, refuseField } from '../../kernel/refusal.ts';
import { systems } from '../offer.ts';
import { currentRates } from '../prices.ts';
import { loadPublicKeys } from '../sshKey/index.ts';
import { begin, refuseFault } from './act.ts';
import { chargeAddresses } from './addresses.ts';
import { newPassword, ownServer, refuseUnconfirmed } from './create.ts';
import { requireSnapshotFor } from './image.ts';
import { chargeHours } from './meter.ts';
import { computeServerRate, serverSize } from './rate.ts';
import { planFor, settleRate, trialEnd } from './resize.ts';
import { quoteResize, resizeOptions, resizeTarget } from './resizeOptions.ts';
import { toEntity, viewServer } from './server.ts';
import { sealPassword } from './spec.ts';

type Patch = Updateable<ServerTable>;

/** Starts an action, logs it, and returns the server with its new state. */
async function act(ctx: SignedIn, { tx, log }: Writing, row: ServerRow, action: ServerAction, patch: Patch = {}, after: object = {}) {
  const begun = await begin(tx, ctx, row, action, patch);
  await log({
    action: action === 'delete' ? 'delete' : 'update',
    entity: toEntity(row),
    before: { state: row.state },
    after: { state: begun.row.state, did: action, ...after },
  });
  return { server: await viewServer(tx, ctx, row.id), taskId: begun.taskId };
}

/** The changes of an action whose only input is the server. */
const simple = {
  powerOn: () => ({ power: 'on' }),
  powerOff: () => ({ power: 'off' }),
  restart: ({ bootCount }) => ({ bootCount: bootCount + 1, bootHard: false }),
  reboot: ({ bootCount }) => ({ bootCount: bootCount + 1, bootHard: true }),
  // The password is the rescue system's. It is still stored if that didn't start.
  unrescue: () => ({ rescue: false, password: null }),
  confirmResize: () => ({ previousSize: null }),
  revertResize: (row) => {
    const before = row.previousSize;
    return before
      ? {
          ...sizeColumns(before),
          previousSize: null,
          hourlyRate: before.rate,
          plan: before.plan === undefined ? planFor(row, before) : before.plan,
        }
      : {};
  },
  retry: () => ({}),
} satisfies Partial<Record<ServerAction, (row: ServerRow) => Patch>>;

const sizeColumns = ({ cpu, ram, disk }: ServerSize) => ({ cpu, ram, diskSize: disk });
const run =
  (action: keyof typeof simple) =>
  (ctx: SignedIn, { serverId }: { serverId: string }) =>
    ctx.write(async (writing) => {
      const row = await ownServer(writing.tx, ctx.account, serverId);
      if (action === 'revertResize') {
        refuseFault(row, action, ctx.services);
        await settleRate(writing.tx, ctx, row, row.previousSize?.rate ?? row.hourlyRate);
      }
      return act(ctx, writing, await ownServer(writing.tx, ctx.account, serverId), action, simple[action](row));
    });

/**
 * The columns for the access to a reinstalled server: its keys, and a password. With keys it gets none, unless the caller gives one.
 * @param input without `sshKeyIds`, the server's own keys stay
 */
async function reinstalled(
  tx: Tx,
  ctx: SignedIn,
  row: ServerRow,
  input: { password?: string | undefined; sshKeyIds?: readonly string[] | undefined },
) {
  const ids = input.sshKeyIds && [...new Set(input.sshKeyIds)];
  const sshKeys = ids ? await loadPublicKeys(tx, ctx.account, ids, 'sshKeyIds') : row.settings.sshKeys;
  const { patch, password } =
    input.password !== undefined || sshKeys.length === 0
      ? renewed(ctx, row, input.password)
      : { patch: { password: null, passwordCount: row.passwordCount + 1, passwordUntil: null } satisfies Patch, password: null };
  return { patch: { ...patch, settings: { ...row.settings, sshKeys } } satisfies Patch, password };
}

/** The columns of a new password; a generated one is only returned to the caller. */
function renewed(ctx: SignedIn, row: ServerRow, input: string | undefined) {
  const password = input ?? newPassword();
  const patch = {
    password: sealPassword(ctx.services.secrets, row.id, password),
    passwordCount: row.passwordCount + 1,
    passwordUntil: null,
  } satisfies Patch;
  return { patch, password: input === undefined ? password : null };
}

/** The system to install, the server's own one if none is given. A withdrawn one isn't installed, even if the server has it. */
async function findSystem(tx: Tx, { services }: SignedIn, row: ServerRow, os: { id: number; type: string; version: string } | undefined) {
  const { id, type, version } = os ?? { id: row.osId, type: row.osType, version: row.osVersion };
  const found = (await systems(tx, services.drivers.compute)).find((one) => one.id === id && one.type === type && one.version === version);
  return found ? { osId: found.id, osType: found.type, osVersion: found.version } : refuseField('os', 'server:error.os');
}

export const serverActionHandlers = implement(serverAction, {
  powerOn: run('powerOn'),
  powerOff: run('powerOff'),
  restart: run('restart'),
  reboot: run('reboot'),
  unrescue: run('unrescue'),
  confirmResize: run('confirmResize'),
  revertResize: run('revertResize'),
  retry: run('retry'),
  rescue: (ctx, { serverId }) =>
    ctx.write(async (writing) => {
      const row = await ownServer(writing.tx, ctx.account, serverId);
      const { patch, password } = renewed(ctx, row, undefined);
      return { ...(await act(ctx, writing, row, 'rescue', { ...patch, rescue: true, power: 'on' })), password };
    }),
  reload: (ctx, { serverId, os, confirm, ...access }) =>
    ctx.write(async (writing) => {
      const row = await ownServer(writing.tx, ctx.account, serverId);
      refuseUnconfirmed(row, confirm);
      const { patch, password } = await reinstalled(writing.tx, ctx, row, access);
      const image = { imageCount: row.imageCount + 1, imageMode: 'reload', imageSnapshotId: null, power: 'on' } as const;
      return {
        ...(await act(ctx, writing, row, 'reload', { ...patch, ...image, ...(await findSystem(writing.tx, ctx, row, os)) })),
        password,
      };
    }),
  rebuild: (ctx, { serverId, os, snapshotId, confirm, ...access }) =>
    ctx.write(async (writing) => {
      const row = await ownServer(writing.tx, ctx.account, serverId);
      refuseUnconfirmed(row, confirm);
      const source = snapshotId === undefined ? null : await requireSnapshotFor(writing.tx, ctx.account, snapshotId, row);
      const { patch, password } = await reinstalled(writing.tx, ctx, row, access);
      const image = { imageCount: row.imageCount + 1, imageMode: 'rebuild', imageSnapshotId: source?.id ?? null, power: 'on' } as const;
      const system = source
        ? { osId: source.osId, osType: source.osType, osVersion: source.osVersion }
        : await findSystem(writing.tx, ctx, row, os);
      return { ...(await act(ctx, writing, row, 'rebuild', { ...patch, ...image, ...system })), password };
    }),
  changePassword: (ctx, { serverId, value }) =>
    ctx.write(async (writing) => {
      const row = await ownServer(writing.tx, ctx.account, serverId);
      const { patch, password } = renewed(ctx, row, value);
      return { ...(await act(ctx, writing, row, 'changePassword', patch)), password };
    }),
  resizeOptions,
  resize: (ctx, { serverId, cpu, ram, disk, keepDisk = false, shown: quoted }) =>
    ctx.write(async (writing) => {
      const { tx } = writing;
      const row = await ownServer(tx, ctx.account, serverId);
      const { size, plan } = resizeTarget(row, { cpu, ram, disk }, keepDisk);
      if (size.disk < row.diskSize) refuseField('disk', 'server:error.diskShrinks', { size: row.diskSize });
      if (size.cpu === row.cpu && size.ram === row.ram && size.disk === row.diskSize) refuse(409, 'server:error.sameSize');
      if (row.expiresAt !== null) refuse(409, 'server:error.oneDay');
      refuseFault(row, 'resize', ctx.services);
      const rates = await currentRates(tx, ctx.now);
      const before = computeServerRate(row, rates);
      const { rate: hourlyRate, due, needed } = quoteResize(row, rates, { size, plan }, ctx.now);
      // A price was changed, or an hour of a prepaid period has started: never charge an amount that wasn't shown.
      if (quoted && (quoted.rate !== hourlyRate || quoted.due !== due)) refuse(409, 'server:error.priceChanged');
      if (hourlyRate > before && (await readBalance(tx, ctx.account.id)) < needed)
        refuse(402, 'server:error.balance', { extra: { needed } });
      await settleRate(tx, ctx, row, hourlyRate);
      const former: Trial = { ...serverSize(row), rate: before, plan: row.plan, until: trialEnd(ctx.now) };
      const trial = size.disk === row.diskSize ? former : null;
      const patch = { ...sizeColumns(size), plan, hourlyRate, previousSize: trial };
      return act(ctx, writing, await ownServer(tx, ctx.account, serverId), 'resize', patch, size);
    }),
  delete: (ctx, { serverId, confirm }) =>
    ctx.write(async (writing) => {
      const row = await ownServer(writing.tx, ctx.account, serverId);
      refuseUnconfirmed(row, confirm);
      await chargeHours(writing.tx, ctx, row);
      await chargeAddresses(writing.tx, ctx, row);
      return act(ctx, writing, await ownServer(writing.tx, ctx.account, serverId), 'delete');
    }),
  batch: (ctx, { serverIds, action }) =>
    ctx.write(async (writing) => {
      const results: { serverId: string; taskId: string | null; message: string | null }[] = [];
      for (const serverId of new Set(serverIds)) {
        try {
          const row = await ownServer(writing.tx, ctx.account, serverId);
          const { taskId } = await act(ctx, writing, row, action, simple[action](row));
          results.push({ serverId, taskId, message: null });
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          results.push({ serverId, taskId: null, message: ctx.t(error.code, error.details.params) });
        }
      }
      if (results.every(({ taskId }) => taskId === null)) ctx.changedNothing();
      return { results };
    }),
});
