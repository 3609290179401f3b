import { sql } from 'kysely';
import { z } from 'zod';
import { type Login, login } from '../../../lib/contract/account/login.ts';
import type { Input } from '../../../lib/contract/call.ts';
import { toCsv } from '../../../lib/format/csv.ts';
import { folded } from '../../../lib/format/fold.ts';
import { signInMethods } from '../../../lib/rules/core/signIn.ts';
import { DAY, iso } from '../../../lib/time.ts';
import { catalog } from '../../core/catalog.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { parseDevice } from '../../core/session/device.ts';
import { contains } from '../../db/contains.ts';
import type { Db } from '../../db/schema.ts';
import { refuseField } from '../../kernel/refusal.ts';

/** Maximum rows of an export. */
const MOST = 10_000;
type Filters = Input<typeof login.export>;

/** The log actions of a sign-in (`auth/auth.ts`, `auth/challenge.ts`, `passkey/signIn.ts`). */
const Logged = z.object({
  userAgent: z.string().default(''),
  method: z.enum(signInMethods).optional(),
  reason: z.enum(['ip', 'limit', 'passkey', 'copied']).optional(),
});

const toCursor = ({ time, id }: { time: number; id: string }) => `${time}.${id}`;
function readCursor(text: string): { time: number; id: string } {
  const [, time, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text) ?? refuseField('cursor', 'error:invalid');
  return { time: Number(time), id: String(id) };
}

/** Sign-ins only: a wrong code or password in the settings is logged for the entity to change. */
function find(
  db: Db,
  { account, now }: Pick<SignedIn, 'account' | 'now'>,
  { result, from, to, q }: Filters,
  before: { time: number; id: string } | null,
  limit: number,
) {
  let query = db
    .selectFrom('changeLog')
    .select(['id', 'time', 'action', 'ip', 'after'])
    .where('accountId', '=', account.id)
    .where('time', '>=', now - catalog.retention.logDays * DAY)
    .where('entityType', '=', 'session')
    .where('group', 'in', ['auth', 'twoFactor', 'passkey'])
    .where('action', 'in', result === 'success' ? ['signIn'] : result === 'failure' ? ['signInRefused'] : ['signIn', 'signInRefused']);
  if (from) query = query.where('time', '>=', Date.parse(from));
  if (to) query = query.where('time', '<', Date.parse(to));
  if (q) query = query.where(contains(sql`lower(${sql.ref('ip')})`, folded(q.trim())));
  if (before) {
    const { time, id } = before;
    query = query.where('time', '<=', time).where((e) => e.or([e('time', '<', time), e('id', '<', id)]));
  }
  return query.orderBy('time', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

function show({ id, time, action, ip, after }: Awaited<ReturnType<typeof find>>[number]): Login {
  const { userAgent, method, reason } = Logged.parse(JSON.parse(after ?? '{}'));
  const { browser, system: os } = parseDevice(userAgent);
  const isRefused = action === 'signInRefused';
  return {
    id,
    time: iso(time),
    result: isRefused ? 'failure' : 'success',
    reason: isRefused ? (reason ?? (method ? 'code' : 'credentials')) : null,
    method: method ?? 'password',
    browser,
    os,
    ip,
  };
}

export const loginHandlers = implement(login, {
  async list(ctx, { cursor, limit, ...filters }) {
    // One more than requested shows whether there are more.
    const rows = await find(ctx.db, ctx, filters, cursor ? readCursor(cursor) : null, limit + 1);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      logins: shown.map(show),
      nextCursor: rows.length > limit && last ? toCursor({ time: Number(last.time), id: last.id }) : null,
    };
  },

  async export(ctx, filters) {
    const { t, now } = ctx;
    const rows = await find(ctx.db, ctx, filters, null, MOST + 1);
    const head = (['time', 'result', 'method', 'device', 'ip'] as const).map((name) => t(`login:column.${name}`));
    const lines = rows.slice(0, MOST).map((row) => {
      const { time, result, reason, method, browser, os, ip } = show(row);
      return [
        time,
        reason ? `${t(`login:result.${result}`)}: ${t(`login:reason.${reason}`)}` : t(`login:result.${result}`),
        t(`login:method.${method}`),
        [browser, os].filter(Boolean).join(', '),
        ip,
      ];
    });
    return {
      fileName: `sign-ins-${iso(now).slice(0, 10)}.csv`,
      csv: toCsv([head, ...lines]),
      complete: rows.length <= MOST,
    };
  },
});
