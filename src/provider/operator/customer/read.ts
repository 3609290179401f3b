import { type Selectable, sql } from 'kysely';
import type { CreditRequest, CustomerDetail, CustomerRow } from '../../../lib/contract/operator/operatorCustomer.ts';
import { folded } from '../../../lib/format/fold.ts';
import { nameKeys, toAscii } from '../../../lib/rules/core/dnsLabel.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { staffLevel } from '../../../lib/rules/core/staff.ts';
import { iso } from '../../../lib/time.ts';
import type { SignedIn } from '../../core/implement.ts';
import { selectStatement } from '../../core/ledger/statement.ts';
import { parseDevice } from '../../core/session/device.ts';
import { loadConsent } from '../../core/session/views.ts';
import { showSuspension } from '../../core/suspension.ts';
import { contains } from '../../db/contains.ts';
import type { Db } from '../../db/schema.ts';
import type { CreditRequestTable } from '../../db/tables/operator/index.ts';
import { refuse } from '../../kernel/refusal.ts';
import { loadAccountMembers } from './members.ts';

const MOST = 1_000;

const seesMoney = ({ staffRole }: SignedIn['user']) => staffLevel(staffRole, 'money') !== 'none';

/** What operators see of an account. Its columns are named, so that none with a secret comes along. */
const accounts = (db: Db) =>
  db
    .selectFrom('user')
    .select([
      'user.id',
      'email',
      'firstName',
      'lastName',
      'legalName',
      'accountType',
      'createdAt',
      'staffRole',
      'suspendedAt',
      'suspendReason',
      'suspendText',
      'mobile',
      'country',
      'language',
    ])
    .select((e) => [
      e
        .selectFrom('session')
        .whereRef('session.userId', '=', 'user.id')
        .select((s) => s.fn.max('lastSeenAt').as('n'))
        .as('lastSeenAt'),
      e
        .selectFrom('domain')
        .whereRef('domain.accountId', '=', 'user.id')
        .select((s) => s.fn.countAll<number>().as('n'))
        .as('domains'),
      e
        .selectFrom('server')
        .whereRef('server.accountId', '=', 'user.id')
        .select((s) => s.fn.countAll<number>().as('n'))
        .as('servers'),
      e
        .selectFrom('ledgerLine')
        .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
        .whereRef('ledgerAccount.ownerId', '=', 'user.id')
        .select((s) => s.fn.sum<number | string>('ledgerLine.amount').as('n'))
        .as('balance'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>;

/** @param hasMoney whether the caller may see wallets */
const showRow = (row: Row, hasMoney: boolean): CustomerRow => ({
  id: row.id,
  email: row.email,
  name: row.legalName || `${row.firstName} ${row.lastName}`.trim(),
  accountType: row.accountType,
  createdAt: iso(row.createdAt),
  lastSeenAt: row.lastSeenAt === null ? null : iso(row.lastSeenAt),
  balance: hasMoney ? Number(row.balance ?? 0) : null,
  domains: Number(row.domains),
  servers: Number(row.servers),
  isOperator: row.staffRole !== null,
});

export async function listCustomers({ db, user }: Pick<SignedIn, 'db' | 'user'>, q: string | undefined) {
  const hasMoney = seesMoney(user);
  const text = folded(q?.trim() ?? '');
  // Names of domains are stored in ASCII.
  const name = toAscii(text, nameKeys);
  const matching = text
    ? sql<boolean>`(${contains(sql.ref('user.searchText'), text)}
      or exists (select 1 from "domain" as d where d."accountId" = "user"."id" and ${contains(sql`d."name"`, isFault(name) ? text : name)}))`
    : sql<boolean>`1 = 1`;
  const { total } = await db
    .selectFrom('user')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where(matching)
    .executeTakeFirstOrThrow();
  const rows = await accounts(db).where(matching).orderBy('createdAt', 'desc').orderBy('user.id').limit(MOST).execute();
  return { customers: rows.map((row) => showRow(row, hasMoney)), total: Number(total) };
}

const showRequest = (row: Selectable<CreditRequestTable>, operator: string): CreditRequest => ({
  id: row.id,
  amount: Number(row.amount),
  reason: row.reason,
  requestedBy: row.requestedBy,
  createdAt: iso(row.createdAt),
  status: row.status,
  decidedBy: row.decidedBy,
  own: row.requestedBy === operator,
});

export async function getCustomer({ db, now, t, user: operator }: SignedIn, id: string): Promise<CustomerDetail> {
  const row = (await accounts(db).where('user.id', '=', id).executeTakeFirst()) ?? refuse(404, 'error:notFound');
  const factor = await db
    .selectFrom('twoFactor')
    .select(['totpEnabledAt', 'emailEnabledAt', 'smsEnabledAt'])
    .where('userId', '=', id)
    .executeTakeFirst();
  const plan = await db.selectFrom('supportPlan').select('plan').where('accountId', '=', id).where('endsAt', '>', now).executeTakeFirst();
  const consent = await loadConsent(db, id, now);
  const domains = await db
    .selectFrom('domain')
    .select(['id', 'name', 'plan', 'status'])
    .where('accountId', '=', id)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  const servers = await db
    .selectFrom('server')
    .select(['id', 'name', 'state'])
    .where('accountId', '=', id)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  const tickets = await db
    .selectFrom('ticket')
    .select(['id', 'number', 'title', 'status', 'updatedAt'])
    .where('accountId', '=', id)
    .orderBy('updatedAt', 'desc')
    .limit(10)
    .execute();
  const hasMoney = seesMoney(operator);
  const lines = await db
    .selectFrom(selectStatement(db, { id }).as('line'))
    .selectAll()
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
    .limit(hasMoney ? 10 : 0)
    .execute();
  const sessions = await db
    .selectFrom('session')
    .select(['id', 'createdAt', 'lastSeenAt', 'ip', 'userAgent'])
    .where('userId', '=', id)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .limit(20)
    .execute();
  const requests = hasMoney
    ? await db.selectFrom('creditRequest').selectAll().where('accountId', '=', id).orderBy('createdAt', 'desc').execute()
    : [];
  return {
    customer: {
      ...showRow(row, hasMoney),
      mobile: row.mobile ?? '',
      country: row.country,
      language: row.language,
      twoFactor: Boolean(factor && (factor.totpEnabledAt ?? factor.emailEnabledAt ?? factor.smsEnabledAt)),
      supportPlan: plan?.plan ?? 'included',
      suspension: showSuspension(row),
      supportAccess: consent !== null,
      supportAccessUntil: consent?.endsAt ? iso(consent.endsAt) : null,
    },
    domains,
    servers: servers.map(({ state, ...server }) => ({ ...server, status: state })),
    tickets: tickets.map(({ updatedAt, ...ticket }) => ({ ...ticket, updatedAt: iso(updatedAt) })),
    transactions: lines.map(({ id: lineId, amount, description: { key, params }, time }) => ({
      id: lineId,
      amount: Number(amount),
      description: t(key, params),
      createdAt: iso(time),
    })),
    sessions: sessions.map(({ userAgent, createdAt, lastSeenAt, ...session }) => ({
      ...session,
      ...parseDevice(userAgent),
      createdAt: iso(createdAt),
      lastSeenAt: iso(lastSeenAt),
    })),
    members: await loadAccountMembers(db, id),
    requests: [
      ...requests.filter(({ status }) => status === 'waiting'),
      ...requests.filter(({ status }) => status !== 'waiting').slice(0, 10),
    ].map((one) => showRequest(one, operator.email)),
  };
}
