import { sql } from 'kysely';
import type { Input } from '../../../lib/contract/call.ts';
import { type OperatorChange, operatorLog } from '../../../lib/contract/operator/operatorLog.ts';
import { toCsv } from '../../../lib/format/csv.ts';
import { folded } from '../../../lib/format/fold.ts';
import { changeTitle } from '../../../lib/rules/core/log/title.ts';
import { type CallCtx, implement } from '../../core/implement.ts';
import { changeColumns, showChange } from '../../core/log/entries.ts';
import { changesCsv } from '../../core/log/words.ts';
import { contains } from '../../db/contains.ts';
import { refuseField } from '../../kernel/refusal.ts';

const MOST = 10_000;

type Filters = Input<typeof operatorLog.export>;
interface Place {
  time: number;
  id: string;
}

const toCursor = ({ time, id }: Place) => `${time}.${id}`;
function readCursor(text: string): Place {
  const [, time, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text) ?? refuseField('cursor', 'error:invalid');
  return { time: Number(time), id: String(id) };
}

/** What operators did, by calls and by commands on the server, with the account that it concerns. */
async function find({ db, t }: Pick<CallCtx, 'db' | 't'>, { by, from, to, q }: Filters, before: Place | null, limit: number) {
  let query = db.selectFrom('changeLog').where('actorType', '=', 'operator');
  if (by) query = query.where('actorName', '=', by);
  if (from) query = query.where('time', '>=', Date.parse(from));
  if (to) query = query.where('time', '<', Date.parse(to));
  if (q?.trim()) {
    const text = folded(q.trim());
    query = query.where(
      sql<boolean>`(${contains(sql.ref('searchText'), text)} or ${contains(sql`lower("actorName")`, text)}
      or "accountId" in (select u."id" from "user" as u where ${contains(sql`u."email"`, text)}))`,
    );
  }
  if (before) {
    const { time, id } = before;
    query = query.where('time', '<=', time).where((e) => e.or([e('time', '<', time), e('id', '<', id)]));
  }
  const rows = await query.select(changeColumns).select('accountId').orderBy('time', 'desc').orderBy('id', 'desc').limit(limit).execute();
  const ids = [...new Set(rows.flatMap(({ accountId }) => accountId ?? []))];
  const people = ids.length > 0 ? await db.selectFrom('user').select(['id', 'email']).where('id', 'in', ids).execute() : [];
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  return rows.map((row) => ({
    place: { time: Number(row.time), id: row.id },
    change: {
      ...showChange(row, null, t),
      by: row.actorName,
      account: row.accountId === null ? null : (emails.get(row.accountId) ?? null),
    } satisfies OperatorChange,
  }));
}

export const operatorLogHandlers = implement(operatorLog, {
  async list(ctx, { cursor, limit, ...filters }) {
    const found = await find(ctx, filters, cursor ? readCursor(cursor) : null, limit + 1);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const operators = await ctx.db.selectFrom('user').select('email').where('staffRole', 'is not', null).orderBy('email').execute();
    return {
      logs: shown.map(({ change }) => change),
      operators: operators.map(({ email }) => email),
      nextCursor: found.length > limit && last ? toCursor(last.place) : null,
    };
  },

  async export(ctx, filters) {
    const { t } = ctx;
    const found = await find(ctx, filters, null, MOST + 1);
    const titles = ctx.services.registry.logTitles;
    const head = (['time', 'by', 'change', 'subject', 'account', 'details', 'ip'] as const).map((name) => t(`operatorLog:column.${name}`));
    const rows = found
      .slice(0, MOST)
      .map(({ change }) => [
        change.time,
        change.by,
        t(changeTitle(change, titles)),
        change.entity.name,
        change.account ?? '',
        changesCsv(change.changes),
        change.ip,
      ]);
    return { fileName: 'operator-log.csv', csv: toCsv([head, ...rows]), complete: found.length <= MOST };
  },
});
