import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import { iso } from '../../../lib/time.ts';
import type { Tx } from '../../db/schema.ts';
import type { Work } from '../services.ts';
import { mailText } from './mail.ts';

interface WebhookEvent {
  id: string;
  accountId: string;
  event: string;
  type: string;
  title: TKey;
  description: TKey;
  params: TParams;
  link: string | null;
}

/** Queues a notification for every enabled webhook of an account. @returns whether there is one */
export async function queueWebhooks(tx: Tx, { now, newId }: Pick<Work, 'now' | 'newId'>, notified: WebhookEvent): Promise<boolean> {
  const { id, accountId, event, type, title, description, params, link } = notified;
  const hooks = await tx.selectFrom('webhook').select('id').where('accountId', '=', accountId).where('enabled', '=', true).execute();
  if (hooks.length === 0) return false;
  const owner = await tx.selectFrom('user').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow();
  const texts = { title: mailText(owner, title, params), description: mailText(owner, description, params) };
  const body = JSON.stringify({ id, time: iso(now), event, type, ...texts, link });
  const rows = hooks.map((hook) => ({ id: newId(), webhookId: hook.id, body, createdAt: now }));
  await tx.insertInto('webhookDelivery').values(rows).execute();
  return true;
}
