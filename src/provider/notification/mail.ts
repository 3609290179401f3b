import { type Env, publicOrigin } from '../../lib/env.ts';
import type { TKey, TParams } from '../../lib/i18n/keys.ts';
import { isLocale } from '../../lib/i18n/locales.ts';
import { translator } from '../../lib/i18n/server.ts';
import type { Tx } from '../db/schema.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { queueMail } from '../outbox.ts';
import { saidIn } from '../said.ts';

/** What a mail needs of a call or of a job. */
export interface Mailing {
  now: number;
  newId(): string;
  env: Env;
  services: { jobs: Pick<Jobs, 'ask'> };
}

interface OwnerMail {
  subject: TKey;
  body: TKey;
  /** What the notification says; `{{text}}` in the body. */
  text?: TKey;
  params: TParams;
  /** A path of the panel; `{{link}}` in the body is its whole address. */
  link: string;
}

/** Mails whoever an account belongs to, in their language, in the transaction of what it tells about. */
export async function mailOwner(tx: Tx, ctx: Mailing, userId: string, { subject, body, text, params, link }: OwnerMail): Promise<void> {
  const owner = await tx.selectFrom('user').select(['email', 'language']).where('id', '=', userId).executeTakeFirstOrThrow();
  const language = isLocale(owner.language) ? owner.language : 'en';
  const said = text && { text: translator(language)(text, saidIn(params, language)) };
  await queueMail(tx, ctx, {
    to: owner.email,
    language,
    subject,
    body,
    params: { ...params, ...said, link: publicOrigin(ctx.env) + link },
  });
}
