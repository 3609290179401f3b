import { DAY } from '../../../lib/time.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { filesBefore, removeFile } from './receive.ts';

/**
 * Deletes unused files: those not sent within a day, and files without a row after a crash or the deletion of an account.
 * A file younger than a day may belong to a call that is still running.
 */
export const sweepUploads: JobHandler = async ({ now, services: { store, env } }) => {
  await store.write('uploads', (tx) =>
    tx
      .deleteFrom('storedFile')
      .where('ownerId', 'is', null)
      .where('createdAt', '<', now - DAY)
      .execute(),
  );
  const old = await filesBefore(env, now - DAY);
  for (let at = 0; at < old.length; at += 200) {
    const names = old.slice(at, at + 200);
    const rows = await store.reader.selectFrom('storedFile').select('path').where('path', 'in', names).execute();
    const known = new Set(rows.map(({ path }) => path));
    for (const name of names) if (!known.has(name)) await removeFile(env, name);
  }
};
