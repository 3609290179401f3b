import { dayParam } from '../../core/localizedParams.ts';
import type { Notice } from '../../core/notification/notify.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { Domain, SslRow, Tx } from '../../db/schema.ts';
import type { JobCtx } from '../../jobs/jobs.ts';

export const certificatePage = (domain: Pick<Domain, 'name'>): string => `/domains/${domain.name}/ssl`;

/**
 * Notifies the owner of an expiring certificate, in the panel and by email. The caller stores the notified step in the same
 * transaction (`ssl.toldDays`), so that it is sent once: by one process, and not again after a restart.
 */
export async function notifyExpiry(
  tx: Tx,
  ctx: JobCtx,
  domain: Pick<Domain, 'name' | 'accountId'>,
  { title, expiresAt }: Pick<SslRow, 'title' | 'expiresAt'>,
  notice: Pick<Notice, 'type' | 'title' | 'description'> & { link?: string },
): Promise<void> {
  const { accountId, name } = domain;
  const params = { domain: name, title, date: dayParam(expiresAt ?? 0) };
  await notifyOwner(
    tx,
    ctx,
    { link: certificatePage(domain), ...notice, accountId, event: 'sslExpiry', params },
    { body: 'mail:ssl.body' },
  );
}
