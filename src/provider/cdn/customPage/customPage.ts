import { customPage, type WholePage } from '../../../lib/contract/cdn/customPage.ts';
import { inOrder } from '../../../lib/format/order.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { checkPage } from '../../../lib/rules/cdn/customPage/check.ts';
import { maxPages, type PageKind } from '../../../lib/rules/cdn/customPage/kinds.ts';
import { type CallCtx, implement } from '../../core/implement.ts';
import { type OwnedDomain, ownedDomain, selectCustomPages } from '../../db/owned.ts';
import type { CustomPageRow, Db, Tx } from '../../db/schema.ts';
import { Refusal, refuse, refuseField } from '../../kernel/refusal.ts';
import { toPage, toWhole } from './pages.ts';

async function ownPage(db: Db | Tx, domain: OwnedDomain, pageId: string): Promise<CustomPageRow> {
  return (await selectCustomPages(db, domain).selectAll().where('id', '=', pageId).executeTakeFirst()) ?? refuse(404, 'error:notFound');
}

const toEntity = ({ id, title }: CustomPageRow) => ({ type: 'customPage', id, name: title });

/** The status of an error page as stored; refuses a status on any other page. */
function pageStatus(kind: PageKind, statusCode: number | null | undefined): number {
  if (statusCode && kind !== 'error') refuseField('statusCode', 'customPage:error.statusElsewhere');
  return statusCode ?? 0;
}

/** Validates the HTML by the rules shared with the editor. Refuses invalid HTML; returns the size and any warnings. */
function checked({ t }: Pick<CallCtx, 't'>, kind: PageKind, html: string) {
  const { errors, warnings, size } = checkPage({ kind, html });
  const [first] = errors;
  if (first)
    throw new Refusal(422, first.key, {
      params: first.params,
      fields: { html: { key: first.key, params: first.params } },
      extra: { line: first.line },
    });
  return { size, warnings: warnings.map(({ key, params, line }) => ({ code: key, message: t(key, params), line })) };
}

/** Disables the page that a newly enabled one replaces: one per type and status is enabled. */
async function replaceEnabledPage(tx: Tx, domain: OwnedDomain, row: CustomPageRow, replace: boolean | undefined, now: number) {
  if (!row.enabled) return undefined;
  const other = await selectCustomPages(tx, domain)
    .select(['id', 'title'])
    .where('kind', '=', row.kind)
    .where('statusCode', '=', row.statusCode)
    .where('enabled', '=', true)
    .where('id', '!=', row.id)
    .executeTakeFirst();
  if (!other) return undefined;
  const key: TKey = 'customPage:error.taken';
  const params = { title: other.title };
  if (!replace) refuse(409, key, { params, fields: { enabled: { key, params } }, extra: { takenBy: other } });
  await tx
    .updateTable('customPage')
    .set((e) => ({ enabled: false, version: e('version', '+', 1), updatedAt: now }))
    .where('id', '=', other.id)
    .where('domainId', '=', domain.id)
    .execute();
  return other.title;
}

/** The change log entry: the page, and the one that it replaced. */
const logged = (page: WholePage, replaced?: string) => ({ ...page, ...(replaced !== undefined && { replaced }) });

export const customPageHandlers = implement(customPage, {
  async list({ db, account, locale }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    const rows = await selectCustomPages(db, domain)
      .select(['id', 'domainId', 'kind', 'statusCode', 'title', 'size', 'enabled', 'version', 'createdAt', 'updatedAt'])
      .orderBy('id')
      .execute();
    // By kind, then by status; of each status the page in use is the first.
    const ordered = inOrder(rows, locale, ({ title }) => title).sort(
      (a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0) || a.statusCode - b.statusCode || Number(b.enabled) - Number(a.enabled),
    );
    return { pages: ordered.map(toPage), limit: maxPages };
  },

  async get({ db, account }, { domainId, pageId }) {
    const domain = await ownedDomain(db, account, domainId);
    return { page: toWhole(await ownPage(db, domain, pageId)) };
  },

  create: (ctx, { domainId, kind, statusCode, title, enabled, html, replace }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const status = pageStatus(kind, statusCode);
      const { size, warnings } = checked(ctx, kind, html);
      const { n } = await selectCustomPages(tx, domain)
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      if (Number(n) >= maxPages) refuse(409, 'customPage:error.limit', { params: { max: maxPages } });
      const row: CustomPageRow = {
        id: ctx.newId(),
        domainId: domain.id,
        kind,
        statusCode: status,
        title,
        html,
        size,
        enabled,
        version: 1,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      const replaced = await replaceEnabledPage(tx, domain, row, replace, ctx.now);
      await tx.insertInto('customPage').values(row).execute();
      const page = toWhole(row);
      await log({ action: 'create', entity: toEntity(row), domainId: domain.id, after: logged(page, replaced) });
      return { page, warnings };
    }),

  update: (ctx, { domainId, pageId, version, replace, ...change }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await ownPage(tx, domain, pageId);
      const before = toWhole(row);
      if (version !== undefined && version !== row.version) refuse(409, 'error:versionConflict', { extra: { page: before } });
      const kind = change.kind ?? row.kind;
      const html = change.html ?? row.html;
      // Without a new status, the old one is dropped together with the error type.
      const current = kind === 'error' ? row.statusCode : 0;
      const { size, warnings } = checked(ctx, kind, html);
      const changed = {
        kind,
        statusCode: change.statusCode === undefined ? current : pageStatus(kind, change.statusCode),
        title: change.title ?? row.title,
        html,
        size,
        enabled: change.enabled ?? row.enabled,
        version: row.version + 1,
        updatedAt: ctx.now,
      };
      const next: CustomPageRow = { ...row, ...changed };
      const replaced = await replaceEnabledPage(tx, domain, next, replace, ctx.now);
      await tx.updateTable('customPage').set(changed).where('id', '=', row.id).where('domainId', '=', domain.id).execute();
      const page = toWhole(next);
      await log({ action: 'update', entity: toEntity(next), domainId: domain.id, before, after: logged(page, replaced) });
      return { page, warnings };
    }),

  delete: (ctx, { domainId, pageId }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await ownPage(tx, domain, pageId);
      await tx.deleteFrom('customPage').where('id', '=', row.id).where('domainId', '=', domain.id).execute();
      await log({ action: 'delete', entity: toEntity(row), domainId: domain.id, before: toWhole(row) });
      return { done: true as const };
    }),
});
