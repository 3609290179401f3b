import { sql } from 'kysely';
import { log } from '../../lib/contract/log.ts';
import { contains } from '../db/contains.ts';
import { ownedChanges, ownedDomain, ownedDomains } from '../db/owned.ts';
import type { Db } from '../db/schema.ts';
import { implement, refuseField } from '../implement.ts';
import { changeColumns, showChange } from './entries.ts';

/** The place of an entry in the order of the list. */
const cursorOf = ({ time, id }: { time: number; id: string }) => `${time}.${id}`;
function readCursor(text: string): { time: number; id: string } {
  const [, time, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text) ?? refuseField('cursor', 'error:invalid');
  return { time: Number(time), id: String(id) };
}

/** The names of the domains that the account still has, by id. */
async function namesOf(db: Db, user: { id: string }, rows: readonly { domainId: string | null }[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ domainId }) => domainId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await ownedDomains(db, user).select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(found.map(({ id, name }) => [id, name]));
}

export const logHandlers = implement(log, {
  async list({ db, user }, { domainId, area, action, from, to, q, cursor, limit }) {
    let query = ownedChanges(db, user);
    if (domainId) query = query.where('domainId', '=', (await ownedDomain(db, user, domainId)).id);
    if (area) query = query.where('area', '=', area);
    if (action) query = query.where('action', '=', action);
    if (from) query = query.where('time', '>=', Date.parse(from));
    if (to) query = query.where('time', '<', Date.parse(to));
    if (q) {
      const text = q.toLowerCase();
      query = query.where((e) =>
        e.or(['entityName' as const, 'actorName' as const].map((name) => contains(sql`lower(${sql.ref(name)})`, text))),
      );
    }
    if (cursor) {
      const { time, id } = readCursor(cursor);
      query = query.where('time', '<=', time).where((e) => e.or([e('time', '<', time), e('id', '<', id)]));
    }
    const rows = await query
      .select(changeColumns)
      .orderBy('time', 'desc')
      .orderBy('id', 'desc')
      // One more than asked for tells whether there is more.
      .limit(limit + 1)
      .execute();
    const shown = rows.slice(0, limit);
    const names = await namesOf(db, user, shown);
    const last = shown.at(-1);
    return {
      logs: shown.map((row) => {
        const name = row.domainId === null ? undefined : names.get(row.domainId);
        return showChange(row, row.domainId !== null && name !== undefined ? { id: row.domainId, name } : null);
      }),
      nextCursor: rows.length > limit && last ? cursorOf({ time: Number(last.time), id: last.id }) : null,
    };
  },
});
