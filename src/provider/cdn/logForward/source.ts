import { translator } from '../../../lib/i18n/server.ts';
import { changeTitle } from '../../../lib/rules/core/log/title.ts';
import { changeColumns, showEntry } from '../../core/log/entries.ts';
import type { Db, Domain, Tx } from '../../db/schema.ts';
import type { JobCtx } from '../../jobs/jobs.ts';

/** An entry as it is sent, and its position in the log of its domain. */
export interface LogEntry {
  place: number;
  line: Record<string, unknown>;
}

/**
 * A log that can be forwarded. Access and security logs of an edge will be added as further sources: delivery only needs a
 * gapless order.
 */
export interface LogSource {
  /** The position of the newest entry; 0: none yet. Read in a transaction, everything up to it is committed. */
  newest(db: Db | Tx, domainId: string): Promise<number>;
  /** The entries after a position, oldest first. */
  read(ctx: JobCtx, domain: Pick<Domain, 'id' | 'name'>, after: number, limit: number): Promise<LogEntry[]>;
}

const english = translator('en');

/** The change log of a domain: who changed what, with before and after. */
export const activity: LogSource = {
  async newest(db, domainId) {
    const row = await db.selectFrom('logPlace').select('place').where('domainId', '=', domainId).executeTakeFirst();
    return Number(row?.place ?? 0);
  },

  async read({ services }, { id, name }, after, limit) {
    const rows = await services.store.reader
      .selectFrom('changeLog')
      .select(changeColumns)
      .select('place')
      .where('domainId', '=', id)
      .where('place', '>', after)
      .orderBy('place')
      .limit(limit)
      .execute();
    return rows.map((row) => {
      const { domain: _, ...change } = showEntry(row, null);
      const { id: entryId, time, ...rest } = change;
      return {
        place: Number(row.place),
        line: {
          id: entryId,
          time,
          log: 'activity',
          domain: name,
          title: english(changeTitle(change, services.registry.logTitles)),
          ...rest,
        },
      };
    });
  },
};
