import type { Domain, SslRow, Tx } from '../db/schema.ts';
import type { JobCtx } from '../jobs/jobs.ts';
import type { Notice } from '../notification/notify.ts';
import { tellOwner } from '../notification/tell.ts';
import { dayParam } from '../said.ts';

export const pageOf = (domain: Pick<Domain, 'name'>): string => `/domains/${domain.name}/ssl`;

/**
 * Tells of a certificate that ends and needs its owner, in the panel and by mail. The caller keeps in the same transaction which step
 * was told (`ssl.toldDays`), so that it is told once: by one process, and not again after a restart.
 */
export async function tellEnd(
  tx: Tx,
  ctx: JobCtx,
  domain: Pick<Domain, 'name' | 'userId'>,
  { title, expiresAt }: Pick<SslRow, 'title' | 'expiresAt'>,
  notice: Pick<Notice, 'type' | 'title' | 'description'>,
): Promise<void> {
  const { userId, name } = domain;
  const params = { domain: name, title, date: dayParam(expiresAt ?? 0) };
  const link = pageOf(domain);
  const telling = { now: ctx.now, newId: ctx.newId, env: ctx.env, jobs: ctx.services.jobs };
  await tellOwner(tx, telling, { userId, event: 'sslExpiry', ...notice, params, link }, { body: 'mail:ssl.body' });
}
