import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { ReplyTemplate, TemplateForm } from '../../../lib/contract/support/operatorTicket.ts';
import { byName } from '../../../lib/format/order.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { iso } from '../../../lib/time.ts';
import type { SignedIn } from '../../core/implement.ts';
import type { Db } from '../../db/schema.ts';
import type { ReplyTemplateTable } from '../../db/tables/support/ticket.ts';
import { refuse } from '../../kernel/refusal.ts';

/** All of them are shown in one menu. */
const MAX_TEMPLATES = 200;
/** Serializes changes of templates, which operators share. */
const LOCK = 'replyTemplates';

const show = ({ id, name, body, updatedBy, updatedAt }: Selectable<ReplyTemplateTable>): ReplyTemplate => ({
  id,
  name,
  body,
  updatedBy,
  updatedAt: iso(updatedAt),
});

export const listTemplates = async (db: Db, locale: Locale): Promise<ReplyTemplate[]> =>
  byName(await db.selectFrom('replyTemplate').selectAll().execute(), locale).map(show);

/** Replaces a template with the same name; the log contains the previous text. */
export function saveTemplate(ctx: SignedIn, { name, body }: z.output<typeof TemplateForm>) {
  return ctx.write(async ({ tx, log }) => {
    const before = await tx.selectFrom('replyTemplate').selectAll().where('name', '=', name).executeTakeFirst();
    const { n } = await tx
      .selectFrom('replyTemplate')
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    if (!before && Number(n) >= MAX_TEMPLATES) refuse(409, 'operatorTicket:error.tooManyTemplates', { params: { max: MAX_TEMPLATES } });
    const row = { id: before?.id ?? ctx.newId(), name, body, updatedBy: ctx.user.email, updatedAt: ctx.now };
    await tx
      .insertInto('replyTemplate')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute();
    await log({
      action: before ? 'update' : 'create',
      entity: { type: 'replyTemplate', id: row.id, name },
      accountId: null,
      actor: 'operator',
      ...(before && { before: { body: before.body } }),
      after: { body },
    });
    return { template: show(row) };
  }, LOCK);
}

export function deleteTemplate(ctx: SignedIn, templateId: string) {
  return ctx.write(async ({ tx, log }) => {
    const row = await tx.selectFrom('replyTemplate').selectAll().where('id', '=', templateId).executeTakeFirst();
    if (!row) return refuse(404, 'error:notFound');
    await tx.deleteFrom('replyTemplate').where('id', '=', templateId).execute();
    const entity = { type: 'replyTemplate', id: row.id, name: row.name };
    await log({ action: 'delete', entity, accountId: null, actor: 'operator', before: { body: row.body } });
    return {};
  }, LOCK);
}
