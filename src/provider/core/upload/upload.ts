import { upload } from '../../../lib/contract/core/upload.ts';
import { detectFileType, safeName, type UploadUsage, uploadLimits } from '../../../lib/rules/core/upload.ts';
import type { StoredFile, Tx } from '../../db/schema.ts';
import type { Account } from '../../kernel/account.ts';
import { Refusal, refuse, refuseField } from '../../kernel/refusal.ts';
import { implement } from '../implement.ts';
import { consumeAttempt, type Limit } from '../throttle.ts';
import { removeFile } from './receive.ts';

/** Unsent files are stored for a day; this keeps an account from filling the disk with them. */
const perAccount: Limit = { name: 'upload', max: 100, windowMs: 24 * 3_600_000 };

const refusal = (status: 409 | 415 | 422, code: 'error:fileDuplicate' | 'error:fileFormat' | 'error:tooManyFiles') => {
  const params = { max: uploadLimits.files };
  return new Refusal(status, code, { params, fields: { file: { key: code, params } } });
};

export const uploadHandlers = implement(upload, {
  async file(ctx, { usage, draft, owner }, { stored }) {
    await consumeAttempt(ctx, [{ limit: perAccount, key: ctx.account.id }]);
    const type = detectFileType(stored);
    if (!type) throw refusal(415, 'error:fileFormat');
    return ctx.write(async ({ tx, log }) => {
      const waiting = await tx
        .selectFrom('storedFile')
        .select('hash')
        .where('accountId', '=', ctx.account.id)
        .where('usage', '=', usage)
        .where('draft', '=', draft)
        .where('ownerId', 'is', null)
        .execute();
      if (waiting.length >= uploadLimits.files) throw refusal(422, 'error:tooManyFiles');
      const sent = owner === undefined ? [] : await ownedHashes(tx, ctx.account, usage, owner);
      if ([...waiting, ...sent].some(({ hash }) => hash === stored.hash)) throw refusal(409, 'error:fileDuplicate');
      const { path, size, hash } = stored;
      const row: StoredFile = {
        id: ctx.newId(),
        accountId: ctx.account.id,
        usage,
        draft,
        name: safeName(stored.name, type),
        mediaType: type.mediaType,
        size,
        hash,
        path,
        createdAt: ctx.now,
        ownerId: null,
        partId: null,
      };
      await tx.insertInto('storedFile').values(row).execute();
      const { id, name, mediaType } = row;
      await log({ action: 'create', entity: { type: 'file', id, name }, after: { usage, type: mediaType, size } });
      stored.claim();
      return { file: { id, name, type: mediaType, size } };
    });
  },

  async delete(ctx, { fileId }) {
    let path = '';
    const done = await ctx.write(async ({ tx, log }) => {
      const row = await tx
        .selectFrom('storedFile')
        .selectAll()
        .where('id', '=', fileId)
        .where('accountId', '=', ctx.account.id)
        .executeTakeFirst();
      if (!row) return refuse(404, 'error:notFound');
      if (row.ownerId !== null) return refuse(409, 'error:fileSent');
      await tx.deleteFrom('storedFile').where('id', '=', fileId).execute();
      const { usage, mediaType, size } = row;
      await log({ action: 'delete', entity: { type: 'file', id: fileId, name: row.name }, before: { usage, type: mediaType, size } });
      path = row.path;
      return { done: true as const };
    });
    // After the commit: a row must never exist without its file.
    await removeFile(ctx.services.env, path);
    return done;
  },
});

const ownedHashes = (tx: Tx, account: Account, usage: UploadUsage, owner: string) =>
  tx
    .selectFrom('storedFile')
    .select('hash')
    .where('accountId', '=', account.id)
    .where('usage', '=', usage)
    .where('ownerId', '=', owner)
    .execute();

/**
 * Assigns uploaded files to the message or item they were sent with, in its transaction.
 * @throws {Refusal} 422 for a file of another account, or one that was already sent or has expired; 409 if `ownerId` already has it
 */
export async function attachFiles(
  tx: Tx,
  account: Account,
  { usage, ids, ownerId, partId }: { usage: UploadUsage; ids: readonly string[]; ownerId: string; partId: string },
): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('storedFile')
    .selectAll()
    .where('id', 'in', ids)
    .where('accountId', '=', account.id)
    .where('usage', '=', usage)
    .where('ownerId', 'is', null)
    .orderBy('id')
    .execute();
  if (rows.length !== ids.length) refuseField('attachments', 'error:fileGone');
  const sent = await ownedHashes(tx, account, usage, ownerId);
  const hashes = [...sent, ...rows].map(({ hash }) => hash);
  if (new Set(hashes).size < hashes.length) refuse(409, 'error:fileDuplicate', { fields: { attachments: { key: 'error:fileDuplicate' } } });
  await tx.updateTable('storedFile').set({ ownerId, partId }).where('id', 'in', ids).execute();
  return rows.map((row) => ({ ...row, ownerId, partId }));
}
