import { sql } from 'kysely';
import type { Input } from '../../../lib/contract/call.ts';
import { type Change, log } from '../../../lib/contract/core/log.ts';
import { toCsv } from '../../../lib/format/csv.ts';
import { folded } from '../../../lib/format/fold.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { changeTitle } from '../../../lib/rules/core/log/title.ts';
import { DAY, iso } from '../../../lib/time.ts';
import { contains } from '../../db/contains.ts';
import { ownedChanges, ownedDomain, ownedDomains } from '../../db/owned.ts';
import type { Db } from '../../db/schema.ts';
import type { Account } from '../../kernel/account.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { catalog } from '../catalog.ts';
import { implement } from '../implement.ts';
import { changeColumns, showChange, showDetail } from './entries.ts';
import { changesCsv } from './words.ts';

/** The position of an entry in the order of the list. */
const toCursor = ({ time, id }: { time: number; id: string }) => `${time}.${id}`;
function readCursor(text: string): { time: number; id: string } {
  const [, time, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text) ?? refuseField('cursor', 'error:invalid');
  return { time: Number(time), id: String(id) };
}

/** The names of the domains that the account still has, by id. */
async function loadNames(db: Db, account: Account, rows: readonly { domainId: string | null }[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ domainId }) => domainId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await ownedDomains(db, account).select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Rows of an export. */
const MOST = 10_000;

type Filters = Input<typeof log.export>;

/** The changes that match the filters, newest first. */
async function find(db: Db, account: Account, now: number, filters: Filters, before: { time: number; id: string } | null, limit: number) {
  const { domainId, entityId, group, action, actor, from, to, q } = filters;
  let query = ownedChanges(db, account).where('time', '>=', now - catalog.retention.logDays * DAY);
  if (domainId) query = query.where('domainId', '=', (await ownedDomain(db, account, domainId)).id);
  if (entityId) query = query.where('entityId', '=', entityId);
  if (group) query = query.where('group', '=', group);
  if (action) query = query.where('action', '=', action);
  if (actor) query = query.where('actorType', '=', actor === 'support' ? 'operator' : actor);
  if (from) query = query.where('time', '>=', Date.parse(from));
  if (to) query = query.where('time', '<', Date.parse(to));
  if (q?.trim()) query = query.where(contains(sql.ref('searchText'), folded(q.trim())));
  if (before) {
    const { time, id } = before;
    query = query.where('time', '<=', time).where((e) => e.or([e('time', '<', time), e('id', '<', id)]));
  }
  return query.select(changeColumns).orderBy('time', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

async function show(db: Db, account: Account, t: Translate, rows: Awaited<ReturnType<typeof find>>): Promise<Change[]> {
  const names = await loadNames(db, account, rows);
  return rows.map((row) => {
    const name = row.domainId === null ? undefined : names.get(row.domainId);
    return showChange(row, row.domainId !== null && name !== undefined ? { id: row.domainId, name } : null, t);
  });
}

export const logHandlers = implement(log, {
  async list({ db, account, now, t }, { cursor, limit, ...filters }) {
    // One extra row shows whether there are more.
    const rows = await find(db, account, now, filters, cursor ? readCursor(cursor) : null, limit + 1);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      logs: await show(db, account, t, shown),
      nextCursor: rows.length > limit && last ? toCursor({ time: Number(last.time), id: last.id }) : null,
    };
  },

  async get({ db, account, t, now }, { logId }) {
    const row = await ownedChanges(db, account)
      .selectAll()
      .where('id', '=', logId)
      .where('time', '>=', now - catalog.retention.logDays * DAY)
      .executeTakeFirst();
    if (!row) refuse(404, 'error:notFound');
    const name = row.domainId === null ? undefined : (await loadNames(db, account, [row])).get(row.domainId);
    const domain = row.domainId !== null && name !== undefined ? { id: row.domainId, name } : null;
    return { log: showDetail(row, domain, t) };
  },

  async export({ db, account, t, now, services }, filters) {
    const rows = await find(db, account, now, filters, null, MOST + 1);
    const changes = await show(db, account, t, rows.slice(0, MOST));
    const head = (['time', 'change', 'subject', 'domain', 'actor', 'via', 'ip', 'changes'] as const).map((name) => t(`log:column.${name}`));
    const lines = changes.map((change) => [
      change.time,
      t(changeTitle(change, services.registry.logTitles)),
      change.entity.name,
      change.domain?.name ?? '',
      change.actor.type === 'user' ? change.actor.name : t(`log:by.${change.actor.type}`, { name: change.actor.name }),
      t(`log:via.${change.via}`),
      change.ip,
      changesCsv(change.changes),
    ]);
    return {
      fileName: `audit-log-${iso(now).slice(0, 10)}.csv`,
      csv: toCsv([head, ...lines]),
      complete: rows.length <= MOST,
    };
  },
});
