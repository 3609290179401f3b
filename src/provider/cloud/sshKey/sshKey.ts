import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { type SshKey, sshKey } from '../../../lib/contract/cloud/sshKey.ts';
import { byName } from '../../../lib/format/order.ts';
import { type PublicKey, readPublicKey } from '../../../lib/rules/cloud/sshKey/publicKey.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import { ownedSshKeys } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { SshKeyTable } from '../../db/tables/cloud/sshKey.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { cloudCatalog } from '../catalog.ts';

type Row = Selectable<SshKeyTable>;
const max = cloudCatalog.limits.sshKeys;

/** As `ssh-keygen -l` prints it: SHA-256 in base64 without padding. */
export const computeFingerprint = (blob: string): string =>
  `SHA256:${createHash('sha256').update(Buffer.from(blob, 'base64')).digest('base64').replace(/=+$/, '')}`;

const show = ({ id, name, type, bits, publicKey, fingerprint, createdAt }: Row): SshKey => ({
  id,
  name,
  type,
  bits,
  publicKey,
  fingerprint,
  createdAt: iso(createdAt),
});

const toEntity = ({ id, name }: Row) => ({ type: 'sshKey', id, name });

const ownKey = async (tx: Tx, account: { id: string }, id: string): Promise<Row> =>
  (await ownedSshKeys(tx, account).selectAll().where('id', '=', id).executeTakeFirst()) ?? refuse(404, 'error:notFound');

/** @throws Error when the line isn't a key: the schema of the call has read it before */
function parsed(line: string): PublicKey {
  const read = readPublicKey(line);
  if (isFault(read)) throw new Error(read.key);
  return read;
}

export const sshKeyHandlers = implement(sshKey, {
  list: async ({ db, account, locale }) => ({
    sshKeys: byName(await ownedSshKeys(db, account).selectAll().orderBy('id').execute(), locale).map(show),
    limit: max,
  }),

  create: (ctx, { name, publicKey }) =>
    ctx.write(async ({ tx, log }) => {
      const { type, bits, blob } = parsed(publicKey);
      const fingerprint = computeFingerprint(blob);
      const keys = await ownedSshKeys(tx, ctx.account).select(['name', 'fingerprint']).execute();
      const same = keys.find((key) => key.fingerprint === fingerprint);
      const params = { name: same?.name ?? '' };
      if (same) refuse(409, 'sshKey:error.taken', { params, fields: { publicKey: { key: 'sshKey:error.taken', params } } });
      if (keys.length >= max) refuse(409, 'sshKey:error.limit', { params: { max } });
      const row: Row = { id: ctx.newId(), accountId: ctx.account.id, name, type, bits, publicKey, fingerprint, createdAt: ctx.now };
      await tx.insertInto('sshKey').values(row).execute();
      await log({ action: 'create', entity: toEntity(row), after: { name, type, fingerprint } });
      return { sshKey: show(row) };
    }),

  edit: (ctx, { sshKeyId, name }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownKey(tx, ctx.account, sshKeyId);
      const next = { ...row, name };
      await tx.updateTable('sshKey').set({ name }).where('id', '=', row.id).execute();
      await log({ action: 'update', entity: toEntity(next), before: { name: row.name }, after: { name } });
      return { sshKey: show(next) };
    }),

  remove: (ctx, { sshKeyId }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownKey(tx, ctx.account, sshKeyId);
      await tx.deleteFrom('sshKey').where('id', '=', row.id).execute();
      await log({ action: 'delete', entity: toEntity(row), before: { name: row.name, type: row.type, fingerprint: row.fingerprint } });
      return { done: true as const };
    }),
});

/**
 * Lines of the account's keys for a new server, in the given order.
 * @throws Refusal 422 at `field` when one isn't a key of the account
 */
export async function loadPublicKeys(tx: Tx, account: { id: string }, ids: readonly string[], field: string): Promise<string[]> {
  const rows = ids.length === 0 ? [] : await ownedSshKeys(tx, account).selectAll().where('id', 'in', ids).execute();
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id) ?? refuseField(field, 'sshKey:error.unknown');
    return `${row.publicKey} ${row.name}`;
  });
}

/** Lines that `loadPublicKeys` returned earlier, with the account's keys as they are now. */
export async function describePublicKeys(db: Db | Tx, account: { id: string }, lines: readonly string[]) {
  const rows = await ownedSshKeys(db, account).select(['id', 'name', 'fingerprint']).execute();
  return lines.map((line) => {
    const [, blob = '', ...name] = line.split(' ');
    const fingerprint = computeFingerprint(blob);
    return rows.find((row) => row.fingerprint === fingerprint) ?? { id: null, name: name.join(' '), fingerprint };
  });
}
