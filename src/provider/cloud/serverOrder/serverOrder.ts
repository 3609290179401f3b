import { type OrderDraft, serverOrder } from '../../../lib/contract/cloud/serverOrder.ts';
import { defaultPlan } from '../../../lib/rules/cloud/backup.ts';
import { oneDayHours, serverNames } from '../../../lib/rules/cloud/order.ts';
import { periodHours } from '../../../lib/rules/cloud/price.ts';
import { HOUR } from '../../../lib/time.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { postEntry, readBalance } from '../../core/ledger/ledger.ts';
import { ownedServerFirewalls } from '../../db/owned.ts';
import type { Tx } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { putSchedule } from '../backup/index.ts';
import { loadMembers } from '../members.ts';
import { addressIn } from '../network/index.ts';
import { type Begun, createServer, type NewServer, ownServer } from '../server/index.ts';
import { loadPublicKeys } from '../sshKey/index.ts';
import { createVolume, toEntity as volumeEntity } from '../volume/index.ts';
import { orderLike } from './like.ts';
import { scheduleNotices } from './oneDay.ts';
import { type PricedOrder, priceOrder } from './price.ts';

const prepaidHours = { day: periodHours.daily, month: periodHours.monthly, year: periodHours.annual } as const;

/** Refuses a price other than the shown one, and a balance that is too small. */
async function refuseUnpayable(tx: Tx, { account }: SignedIn, { price }: OrderDraft, { quote }: PricedOrder): Promise<void> {
  const balance = await readBalance(tx, account.id);
  const isChanged = price && (price.hourly !== quote.hourly || price.monthly !== quote.monthly);
  if (isChanged) refuse(409, 'serverOrder:error.changed', { extra: { price: quote, balance, enough: balance >= quote.needed } });
  if (balance < quote.needed) refuse(402, 'serverOrder:error.balance', { extra: { needed: quote.needed, balance } });
}

/** The selected groups, or the default one of the account. */
async function loadOrderGroups(tx: Tx, { account }: SignedIn, { firewall }: OrderDraft): Promise<string[]> {
  const rows = await ownedServerFirewalls(tx, account).select(['id', 'isDefault']).execute();
  if (!firewall) return rows.filter(({ isDefault }) => isDefault).map(({ id }) => id);
  const wanted = [...new Set(firewall.groups)];
  if (wanted.some((id) => !rows.some((row) => row.id === id))) refuseField('firewall.groups', 'serverOrder:error.groups');
  return wanted;
}

function readPassword({ password: { type, value } }: OrderDraft): NewServer['password'] {
  if (type === 'sshKey') return 'none';
  return type === 'custom' && value ? { own: value } : 'generated';
}

async function create(tx: Tx, ctx: SignedIn, draft: OrderDraft) {
  const { account, now } = ctx;
  const priced = await priceOrder(tx, ctx, draft);
  await refuseUnpayable(tx, ctx, draft, priced);
  const { dataCenterId, size, os, imageId, rate, isOneDay, network, quote } = priced;
  const { password } = draft;
  const sshKeys = password.type === 'sshKey' ? await loadPublicKeys(tx, account, password.sshKeyIds ?? [], 'password.sshKeyIds') : [];
  const firewallIds = await loadOrderGroups(tx, ctx, draft);
  const paidUntil = draft.period === 'payg' ? null : now + prepaidHours[draft.period] * HOUR;
  const userData = draft.userData.trim() === '' ? null : draft.userData;
  const begun: Begun[] = [];
  const volumes: Awaited<ReturnType<typeof createVolume>>[] = [];
  const names = serverNames(draft.nameServer, draft.quantity);
  for (const [index, name] of names.entries()) {
    const own = [];
    for (const { name: volume, ...wanted } of draft.volumes)
      own.push(
        await createVolume(tx, ctx, {
          ...wanted,
          name: serverNames(volume, names.length)[index] ?? volume,
          dataCenterId,
        }),
      );
    volumes.push(...own);
    // The previous servers already have their addresses.
    const networks = network ? [{ networkId: network.id, address: addressIn(network, await loadMembers(tx, account)) }] : [];
    begun.push(
      await createServer(tx, ctx, {
        name,
        dataCenterId,
        plan: draft.isCustom ? null : (draft.plan ?? null),
        size: { cpu: size.cpu, ram: size.ram, disk: size.disk.value },
        diskType: size.disk.type,
        os: { id: os.id, type: os.type, version: os.version },
        autopilot: draft.autopilot,
        password: readPassword(draft),
        imageId,
        settings: {
          sshKeys,
          firewallIds,
          networks,
          userData,
          application: draft.application ?? null,
          extra: draft.extra,
          backups: draft.backups,
          volumeIds: own.map(({ row }) => row.id),
        },
        period: draft.period,
        paidUntil,
        expiresAt: isOneDay ? now + oneDayHours * HOUR : null,
        hourlyRate: rate,
      }),
    );
  }
  if (draft.backups) for (const { row } of begun) await putSchedule(tx, now, { kind: 'server', row }, defaultPlan);
  if (quote.due > 0)
    await postEntry(tx, ctx, {
      kind: 'usage',
      from: { wallet: account.id },
      to: 'revenue',
      amount: quote.due,
      description: { key: `serverOrder:ledger.${draft.period as keyof typeof prepaidHours}`, params: { name: draft.nameServer } }, // something is due
      reference: begun[0]?.row.id ?? '',
      supplies:
        draft.period === 'payg' || paidUntil === null
          ? []
          : [{ from: now, to: paidUntil, unit: draft.period, quantity: draft.quantity, rate: rate * prepaidHours[draft.period] }],
    });
  const [first] = begun;
  if (isOneDay && first) {
    await tx.insertInto('oneDayServer').values({ accountId: account.id, serverId: first.row.id, createdAt: now }).execute();
    await scheduleNotices(tx, ctx, first.row);
  }
  return { begun, volumes, quote };
}

export const serverOrderHandlers = implement(serverOrder, {
  like: async (ctx, { serverId }) => orderLike(ctx.db, ctx, await ownServer(ctx.db, ctx.account, serverId)),

  async quote(ctx, draft) {
    const { quote } = await priceOrder(ctx.db, ctx, draft);
    const balance = await readBalance(ctx.db, ctx.account.id);
    return { price: quote, balance, enough: balance >= quote.needed };
  },

  create: (ctx, draft) =>
    ctx.write(async ({ tx, log }) => {
      const { begun, volumes, quote } = await create(tx, ctx, draft);
      for (const { row } of volumes)
        await log({ action: 'create', entity: volumeEntity(row), after: { name: row.name, size: row.size, type: row.type } });
      for (const { row } of begun)
        await log({
          action: 'create',
          entity: { type: 'server', id: row.id, name: row.name },
          after: {
            name: row.name,
            plan: row.plan ?? '',
            cpu: row.cpu,
            ram: row.ram,
            disk: row.diskSize,
            os: `${row.osType} ${row.osVersion}`,
            ...(draft.application && { application: draft.application }),
            period: row.period,
          },
        });
      return {
        servers: begun.map(({ row: { id, name } }) => ({ id, name })),
        taskIds: [...begun, ...volumes].map(({ taskId }) => taskId),
        charged: quote.due,
        balance: await readBalance(tx, ctx.account.id),
      };
    }),
});
