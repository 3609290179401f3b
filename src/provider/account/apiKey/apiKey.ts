import { publicOrigin } from '../../../config/env.ts';
import { type ApiKeyForm, apiKey, maxKeys } from '../../../lib/contract/account/apiKey.ts';
import { allCalls } from '../../../lib/contract/openapi.ts';
import { networkNotice } from '../../../lib/rules/core/network.ts';
import { iso } from '../../../lib/time.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { queueMail } from '../../core/outbox.ts';
import { MAX_LOGGED_CALLS } from '../../core/session/keyCalls.ts';
import { requireRecent } from '../../core/session/recent.ts';
import { warned } from '../../core/warned.ts';
import { ownedApiKeys, ownedDomainsById, ownedServers } from '../../db/owned.ts';
import type { ApiKeyRow, Db, Tx } from '../../db/schema.ts';
import type { Account } from '../../kernel/account.ts';
import { Refusal, refuse, refuseField } from '../../kernel/refusal.ts';
import { preferredLanguage } from '../proof/index.ts';
import { logged, newToken, toApiKey, toEntity } from './rows.ts';

/** How long the previous token still works after a roll. */
const OVERLAP_MS = 60 * 60_000;

const paths = () => new Map(allCalls().map(({ id, path }) => [id.join('.'), path]));

/** The columns of a key's last use: `lastUsedAt` is written once a minute at most, its calls within seconds. */
async function withLastUse(db: Db | Tx, rows: readonly ApiKeyRow[]): Promise<ApiKeyRow[]> {
  if (rows.length === 0) return [];
  const calls = await db
    .selectFrom('apiKeyCall as call')
    .select(['keyId', 'time', 'ip'])
    .where(
      'keyId',
      'in',
      rows.map(({ id }) => id),
    )
    .where('id', '=', (e) =>
      e
        .selectFrom('apiKeyCall as newest')
        .select((of) => of.fn.max('newest.id').as('id'))
        .whereRef('newest.keyId', '=', 'call.keyId'),
    )
    .execute();
  return rows.map((row) => {
    const last = calls.find(({ keyId }) => keyId === row.id);
    return last && Number(last.time) > (row.lastUsedAt ?? 0) ? { ...row, lastUsedAt: Number(last.time), lastIp: last.ip } : row;
  });
}

async function loadKeyList(db: Db | Tx, account: Account, now: number) {
  const rows = await ownedApiKeys(db, account).selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc').execute();
  return { apiKeys: (await withLastUse(db, rows)).map((row) => toApiKey(row, now)), limit: maxKeys };
}

const ownKey = async (db: Db | Tx, account: Account, id: string): Promise<ApiKeyRow> =>
  (await ownedApiKeys(db, account).selectAll().where('id', '=', id).executeTakeFirst()) ?? refuse(404, 'error:notFound');

/** A key pays invoices up to a limit only. */
function requireLimit({ access, monthlyLimit }: Pick<ApiKeyRow, 'access' | 'monthlyLimit'>): void {
  if (access.finance === 'write' && monthlyLimit === null) refuseField('monthlyLimit', 'apiKey:error.noLimit');
}

/** The columns of the given fields; absent ones keep their value. */
async function keyColumns(tx: Tx, ctx: SignedIn, form: { [K in keyof ApiKeyForm]?: ApiKeyForm[K] | undefined }, ownId?: string) {
  const { name, expireDate, access, domainIds, serverIds, allowedIps, monthlyLimit, needsApproval } = form;
  if (expireDate && Date.parse(expireDate) <= ctx.now) refuseField('expireDate', 'apiKey:error.date');
  if (domainIds) {
    const known = await ownedDomainsById(tx, ctx.account, domainIds);
    if (known.length < new Set(domainIds).size) refuseField('domainIds', 'apiKey:error.unknownDomain');
  }
  if (serverIds) {
    const known = await ownedServers(tx, ctx.account).select('server.id').where('server.id', 'in', serverIds).execute();
    if (known.length < new Set(serverIds).size) refuseField('serverIds', 'apiKey:error.unknownServer');
  }
  if (name !== undefined) {
    const same = await ownedApiKeys(tx, ctx.account).select('id').where('name', '=', name).executeTakeFirst();
    if (same && same.id !== ownId)
      refuse(409, 'apiKey:error.taken', { params: { name }, fields: { name: { key: 'apiKey:error.taken', params: { name } } } });
  }
  return {
    ...(name !== undefined && { name }),
    ...(expireDate !== undefined && { expiresAt: expireDate === null ? null : Date.parse(expireDate) }),
    ...(access !== undefined && { access }),
    ...(domainIds !== undefined && { domainIds: domainIds && [...new Set(domainIds)] }),
    ...(serverIds !== undefined && { serverIds: serverIds && [...new Set(serverIds)] }),
    ...(monthlyLimit !== undefined && { monthlyLimit }),
    ...(needsApproval !== undefined && { needsApproval }),
    ...(allowedIps !== undefined && { allowedIps: [...new Set(allowedIps)] }),
  };
}

const notifyKeyChange = (tx: Tx, ctx: SignedIn, what: 'keyAdded' | 'keyRolled', name: string) =>
  queueMail(tx, ctx, {
    to: ctx.user.email,
    language: preferredLanguage(ctx.user, ctx),
    subject: `mail:${what}.subject`,
    body: `mail:${what}.body`,
    params: { name, ip: ctx.ip, link: `${publicOrigin(ctx.services.env)}/account/api-keys` },
  });

/** A warning for each range that includes every address. */
const openTo = (ctx: SignedIn, { allowedIps = [] }: { allowedIps?: readonly string[] | undefined }) =>
  warned(
    ctx,
    allowedIps.map((one) => networkNotice(one, true)),
  );

export const apiKeyHandlers = implement(apiKey, {
  async list({ db, account, now, services }) {
    await services.keyCalls.flush();
    return loadKeyList(db, account, now);
  },

  async get({ db, account, now, services }, { apiKeyId }) {
    const row = await ownKey(db, account, apiKeyId);
    await services.keyCalls.flush();
    const [used = row] = await withLastUse(db, [row]);
    return { apiKey: toApiKey(used, now) };
  },

  async current({ db, account, key, now }) {
    if (!key) refuse(404, 'error:notFound');
    return { apiKey: toApiKey(await ownKey(db, account, key.id), now) };
  },

  async calls({ db, account, services }, { apiKeyId }) {
    const { id } = await ownKey(db, account, apiKeyId);
    await services.keyCalls.flush();
    const rows = await db
      .selectFrom('apiKeyCall')
      .selectAll()
      .where('keyId', '=', id)
      .orderBy('id', 'desc')
      .limit(MAX_LOGGED_CALLS)
      .execute();
    const known = paths();
    const calls = rows.map(({ keyId: _keyId, time, call, ...row }) => ({
      ...row,
      call,
      path: known.get(call) ?? null,
      time: iso(time),
    }));
    return { calls, limit: MAX_LOGGED_CALLS };
  },

  async add(ctx, form) {
    requireRecent(ctx);
    return ctx.write(async ({ tx, log }) => {
      const { n } = await ownedApiKeys(tx, ctx.account)
        .select((e) => e.fn.countAll<number | string>().as('n'))
        .executeTakeFirstOrThrow();
      if (Number(n) >= maxKeys) refuse(409, 'apiKey:error.limit', { params: { max: maxKeys } });
      const columns = await keyColumns(tx, ctx, form);
      const { token, ...hashes } = newToken();
      const row: ApiKeyRow = {
        id: ctx.newId(),
        accountId: ctx.account.id,
        userId: ctx.user.id,
        oldTokenHash: null,
        oldTokenUntil: null,
        domainIds: null,
        serverIds: null,
        allowedIps: [],
        monthlyLimit: null,
        needsApproval: false,
        spentMonth: null,
        spent: 0,
        createdAt: ctx.now,
        expiresAt: null,
        lastUsedAt: null,
        lastIp: null,
        ...hashes,
        ...columns,
        name: form.name,
        access: form.access,
      };
      requireLimit(row);
      await tx.insertInto('apiKey').values(row).execute();
      await notifyKeyChange(tx, ctx, 'keyAdded', row.name);
      await log({ action: 'create', entity: toEntity(row), after: logged(row) });
      return { apiKey: toApiKey(row, ctx.now), token, warnings: openTo(ctx, form) };
    });
  },

  async edit(ctx, { apiKeyId, ...form }) {
    requireRecent(ctx);
    return ctx.write(async ({ tx, log }) => {
      const before = await ownKey(tx, ctx.account, apiKeyId);
      const columns = await keyColumns(tx, ctx, form, before.id);
      const after = { ...before, ...columns };
      requireLimit(after);
      if (Object.keys(columns).length > 0) await tx.updateTable('apiKey').set(columns).where('id', '=', before.id).execute();
      await log({ action: 'update', entity: toEntity(after), before: logged(before), after: logged(after) });
      return { apiKey: toApiKey(after, ctx.now), warnings: openTo(ctx, form) };
    });
  },

  async roll(ctx, { apiKeyId }) {
    requireRecent(ctx);
    return ctx.write(async ({ tx, log }) => {
      const before = await ownKey(tx, ctx.account, apiKeyId);
      // The key acts in the name of its maker.
      if (before.userId !== ctx.user.id && ctx.acting.role !== 'owner') {
        await log({ action: 'request', entity: toEntity(before) });
        return new Refusal(409, 'apiKey:error.otherMaker');
      }
      const { token, ...hashes } = newToken();
      const changes = { ...hashes, oldTokenHash: before.tokenHash, oldTokenUntil: ctx.now + OVERLAP_MS };
      await tx.updateTable('apiKey').set(changes).where('id', '=', before.id).execute();
      await notifyKeyChange(tx, ctx, 'keyRolled', before.name);
      await log({ action: 'update', entity: toEntity(before), after: { rolled: true } });
      return { apiKey: toApiKey({ ...before, ...changes }, ctx.now), token };
    });
  },

  remove: (ctx, { apiKeyId }) =>
    ctx.write(async ({ tx, log }) => {
      const before = await ownKey(tx, ctx.account, apiKeyId);
      await tx.deleteFrom('apiKey').where('id', '=', before.id).execute();
      await log({ action: 'delete', entity: toEntity(before), before: logged(before) });
      return loadKeyList(tx, ctx.account, ctx.now);
    }),
});
