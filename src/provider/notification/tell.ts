import type { TKey } from '../../lib/i18n/keys.ts';
import type { Tx } from '../db/schema.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type Mailing, mailOwner } from './mail.ts';
import { type Notice, notify } from './notify.ts';

export interface Telling extends Omit<Mailing, 'services'> {
  jobs: Pick<Jobs, 'ask'>;
}

/**
 * Tells the owner in the panel and by mail, in the transaction of what it tells about. The mail has the notice's values, what the
 * notice says as `text`, and its link with the origin of the portal.
 * @param letter.subject the title of the notice unless given
 */
export async function tellOwner(
  tx: Tx,
  { jobs, ...ctx }: Telling,
  notice: Notice & { link: string },
  { subject = notice.title, body }: { subject?: TKey; body: TKey },
): Promise<void> {
  const { userId, description: text, params = {}, link } = notice;
  await notify(tx, ctx, notice);
  await mailOwner(tx, { ...ctx, services: { jobs } }, userId, { subject, body, text, params, link });
}
