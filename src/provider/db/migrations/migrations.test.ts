import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, onTestFinished, test } from 'vitest';
import { periodEnd, periodStart } from '../../../lib/rules/cdn/plan/period.ts';
import { DAY } from '../../../lib/time.ts';
import { migrations } from './index.ts';

const GB = 1_000_000_000;

/** A store before a migration, with these users. */
async function storeBefore(migration: string, ...users: string[]) {
  // biome-ignore lint/suspicious/noExplicitAny: the schema of another time
  const db = new Kysely<any>({ dialect: new SqliteDialect({ database: new Sqlite(':memory:') }) });
  onTestFinished(() => db.destroy());
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const names = Object.keys(migrations);
  await migrator.migrateTo(names[names.indexOf(migration) - 1] ?? '');
  const add = (table: string, ...rows: object[]) => db.insertInto(table).values(rows).execute();
  const user = { passwordHash: '', accountType: 'personal', firstName: '', lastName: '', language: 'en', createdAt: 0 };
  for (const id of users) await add('user', { id, email: `${id}@b.example`, ...user, isAdmin: 0, isDemo: 0, emailVerifiedAt: 0 });
  return {
    add,
    migrate: async () => expect((await migrator.migrateToLatest()).error).toBeUndefined(),
    /** In the order of the first column. */
    rows: (table: string, columns: [first: string, ...string[]]): Promise<Record<string, unknown>[]> =>
      db.selectFrom(table).select(columns).orderBy(columns[0]).execute(),
    all: (table: string) => db.selectFrom(table).selectAll().execute(),
  };
}

test('a domain from before renewals is first charged for the next month, and can only be refunded what it has paid', async () => {
  const { add, migrate, rows } = await storeBefore('0014-plans', 'u');
  const now = Date.now();
  await add('ledgerAccount', { id: 'w', userId: 'u', kind: 'wallet', code: 'wallet:u' });
  const domain = async (id: string, plan: string, planSince: number, paid: number) => {
    const rest = { firstNs: '', secondNs: '', dnssecStatus: 'off', termsVersion: '', zoneVersion: 1, recordCount: 0, createdAt: planSince };
    await add('domain', { id, userId: 'u', name: id, status: 'active', plan, planSince, ...rest });
    if (paid === 0) return;
    await add('ledgerEntry', { id: `e-${id}`, time: planSince, kind: 'usage', description: '{}', reference: id });
    await add('ledgerLine', { id: `l-${id}`, entryId: `e-${id}`, accountId: 'w', amount: -paid });
  };
  await domain('fresh', 'pro', now - 3 * DAY, 200_000);
  await domain('old', 'eco', now - 100 * DAY, 20_000);
  await domain('basic', 'free', now - 100 * DAY, 0);
  await domain('contract', 'ent', now - 100 * DAY, 0);
  await migrate();
  const of = (domainId: string, since: number, paid: number) => ({
    domainId,
    startsAt: periodStart(since, 'month', now),
    endsAt: periodEnd(since, 'month', now),
    boughtAt: since,
    paid,
  });
  const terms = await rows('domainPlan', ['domainId', 'startsAt', 'endsAt', 'boughtAt', 'paid']);
  expect(terms).toEqual([of('fresh', now - 3 * DAY, 200_000), of('old', now - 100 * DAY, 0)]);
  const jobs = (await rows('job', ['uniqueKey', 'kind'])).filter(({ kind }) => kind === 'plan.renew');
  expect(jobs.map(({ uniqueKey }) => uniqueKey)).toEqual(['plan.renew:fresh', 'plan.renew:old']);
});

test('existing payments remain: none saves or charges a card', async () => {
  const { add, migrate, all } = await storeBefore('0050-auto-top-up', 'u');
  const start = { id: 'p', accountId: 'u', gateway: 'stripe', reference: 'cs_1', redirectUrl: '', amount: 20_000, currency: 'USD' };
  const payment = { ...start, bonus: 0, gift: 0, status: 'paid', createdAt: 1, expiresAt: 2 };
  await add('payment', payment);
  await migrate();
  expect(await all('payment')).toMatchObject([{ ...payment, saveCard: 0, cardId: null, cardLast4: null }]);
});

test('names that were active and removed before are protected; domains that exist stay published', async () => {
  const { add, migrate, all, rows } = await storeBefore('0080-name-holds', 'u');
  const servers = { firstNs: 'ns1', secondNs: 'ns2', dnssecStatus: 'off', termsVersion: '1', zoneVersion: 1, recordCount: 0 };
  const plan = { status: 'pendingNsChange', plan: 'free', planSince: 0, createdAt: 0 };
  await add('domain', { id: 'd', accountId: 'u', name: 'back.example', ...plan, ...servers });
  const by = { actorType: 'user', actorName: '', via: 'panel', ip: '', requestId: '' };
  const removal = (id: string, entityName: string, accountId: string, activatedAt: string | null) => ({
    ...{ id, time: Number(id), accountId, userId: accountId, ...by },
    ...{ call: 'domain.delete', group: 'domain', action: 'delete', entityType: 'domain', entityId: id, entityName, domainId: id },
    before: JSON.stringify({ activatedAt }),
    after: null,
  });
  await add(
    'changeLog',
    removal('1', 'sold.example', 'first', '2026-01-01T00:00:00.000Z'),
    removal('2', 'sold.example', 'second', '2026-01-02T00:00:00.000Z'),
    removal('3', 'never.example', 'u', null),
    removal('4', 'back.example', 'u', '2026-01-01T00:00:00.000Z'),
  );
  await migrate();
  expect(await all('formerDomain')).toEqual([{ name: 'sold.example', accountId: 'second', removedAt: 2, notifiedAt: null }]);
  expect(await rows('domain', ['hold'])).toEqual([{ hold: null }]);
});

test('usage and traffic are kept, and a month may have two owners', async () => {
  const { add, migrate, all, rows } = await storeBefore('0105-server-transfers', 'a', 'b');
  const usage = { id: 'u1', accountId: 'a', serverId: 's', serverName: 'web', month: '2026-11', hours: 7, microMills: 9, booked: 1 };
  await add('serverUsage', usage);
  const traffic = { serverId: 's', accountId: 'a', month: '2026-11', bytesIn: 1, bytesOut: 2, included: 3, booked: 4 };
  await add('serverTraffic', traffic);
  await migrate();
  await add('serverUsage', { ...usage, id: 'u2', accountId: 'b', hours: 1 });
  await expect(add('serverUsage', { ...usage, id: 'u3' })).rejects.toThrow('UNIQUE');
  expect(await rows('serverUsage', ['id', 'hours'])).toEqual([
    { id: 'u1', hours: 7 },
    { id: 'u2', hours: 1 },
  ]);
  expect(await all('serverTraffic')).toMatchObject([{ ...traffic, bookedBefore: 0 }]);
});

describe('the catalogue', () => {
  test('an existing installation keeps its gift codes, and all of their uses are counted', async () => {
    const { add, migrate, all, rows } = await storeBefore('0111-catalogue', 'u');
    const use = { accountId: 'u', paymentId: null, createdAt: 1 };
    await add(
      'giftUse',
      { id: '1', code: 'SPRING10', status: 'used', usedAt: 2, ...use },
      { id: '2', code: 'FIRST100', status: 'used', usedAt: 2, ...use },
      { id: '3', code: 'BREEZE5', status: 'pending', usedAt: null, ...use },
    );
    await add('giftCount', { code: 'FIRST100', used: 1 });
    await migrate();
    expect(await rows('giftCode', ['code', 'amount', 'percent', 'most', 'maxUses', 'disabledAt'])).toEqual([
      { code: 'AUTUMN25', amount: 25_000, percent: null, most: null, maxUses: null, disabledAt: null },
      { code: 'BREEZE5', amount: 5_000, percent: null, most: null, maxUses: null, disabledAt: null },
      { code: 'FIRST100', amount: 10_000, percent: null, most: null, maxUses: 100, disabledAt: null },
      { code: 'SPRING10', amount: null, percent: 10, most: 20_000, maxUses: null, disabledAt: null },
    ]);
    expect(await rows('giftCount', ['code', 'used'])).toEqual([
      { code: 'FIRST100', used: 1 },
      { code: 'SPRING10', used: 1 },
    ]);
    expect(await all('giftUse')).toHaveLength(3);
  });

  test('an existing installation keeps its vouchers, and their uses are counted', async () => {
    const { add, migrate, rows } = await storeBefore('0121-discount-codes', 'u');
    await add('voucherUse', { accountId: 'u', code: 'BREEZE20', domainId: 'd', usedAt: 2 });
    await migrate();
    expect(await rows('discountCode', ['code', 'amount', 'percent', 'maxUses', 'used'])).toEqual([
      { code: 'BREEZE20', amount: null, percent: 20, maxUses: null, used: 1 },
      { code: 'WELCOME10', amount: 10_000, percent: null, maxUses: null, used: 0 },
    ]);
  });

  test.each([
    ['0111-catalogue', 'giftCode'],
    ['0121-discount-codes', 'discountCode'],
  ] as const)('after %s a new installation has no %s', async (migration, table) => {
    const { migrate, all } = await storeBefore(migration);
    await migrate();
    expect(await all(table)).toEqual([]);
  });
});

test('the charge of traffic for existing months follows what was charged: nothing, the overage, or more than is left of it', async () => {
  const { add, migrate, rows } = await storeBefore('0124-traffic-charges', 'u');
  const month = { accountId: 'u', month: '2026-11', bytesIn: 0, included: 100, bookedBefore: 0 };
  await add(
    'serverTraffic',
    { ...month, serverId: 'below', bytesOut: 90 * GB, booked: 0 },
    // 10.75 GB at two mills.
    { ...month, serverId: 'over', bytesOut: 110.75 * GB, booked: 21 },
    { ...month, serverId: 'larger', bytesOut: 110 * GB, booked: 50 },
  );
  await migrate();
  expect(await rows('serverTraffic', ['serverId', 'charged', 'rest'])).toEqual([
    { serverId: 'below', charged: 0, rest: 0 },
    { serverId: 'larger', charged: 25 * GB, rest: 0 },
    { serverId: 'over', charged: 10.75 * GB, rest: 0.5 * GB * 1_000_000 },
  ]);
});

test('tickets from before departments could be edited keep theirs, also one that another version had', async () => {
  const { add, migrate, rows, all } = await storeBefore('0155-departments', 'u');
  const about = { domainId: null, domainName: null, serverId: null, serverName: null, priority: 'low', status: 'closed' };
  const ticket = (id: string, number: number, departmentId: string, service: string) => ({
    ...{ id, accountId: 'u', number, title: id, departmentId, service, ...about },
    ...{ createdAt: 1, updatedAt: 2, assignedTo: null, openedBy: 'u', hasDiagnostics: 0 },
  });
  const tickets = [ticket('a', 1, 'billing', 'plans'), ticket('b', 2, 'hosting', 'mail')];
  await add('ticket', ...tickets);
  await migrate();
  expect(await all('ticket')).toEqual(tickets.map((one) => expect.objectContaining(one)));
  expect(await rows('department', ['position', 'id', 'isRetired', 'version'])).toEqual(
    ['technical', 'billing', 'sales'].map((id, position) => ({ position, id, isRetired: 0, version: 1 })),
  );
});

test('tickets, customers and changes from before are found in any letters and digits', async () => {
  const { add, migrate, rows } = await storeBefore('0156-search-text');
  const user = { passwordHash: '', accountType: 'business', language: 'fa', isAdmin: 0, isDemo: 0, emailVerifiedAt: 0, createdAt: 0 };
  // More than a batch.
  const many = Array.from({ length: 1_001 }, (_, n) => ({
    id: `u${n}`,
    email: `${n}@b.example`,
    firstName: 'علي',
    lastName: 'كريمى',
    ...user,
  }));
  for (let n = 0; n < many.length; n += 500) await add('user', ...many.slice(n, n + 500));
  const about = { domainId: null, domainName: null, serverId: null, serverName: null, priority: 'low', status: 'closed' };
  const ticket = {
    departmentId: 'billing',
    service: 'plans',
    createdAt: 1,
    updatedAt: 2,
    assignedTo: null,
    openedBy: 'u0',
    hasDiagnostics: 0,
  };
  await add('ticket', { id: 't', accountId: 'u0', number: 1042, title: 'خطای ۵۰۲ É', ...about, ...ticket });
  const by = {
    userId: 'u0',
    via: 'panel',
    ip: '',
    requestId: '',
    call: 'x',
    group: 'dns',
    action: 'create',
    entityType: 'x',
    entityId: 'x',
  };
  const change = (id: string, actorType: string, actorName: string) => ({
    ...{ id, time: 1, accountId: 'u0', actorType, actorName, ...by, entityName: 'دفتر ۲', domainId: null, before: null, after: null },
  });
  await add('changeLog', change('1', 'user', 'Sara@b.example'), change('2', 'operator', 'op@b.example'));
  await migrate();
  const users = await rows('user', ['id', 'searchText']);
  expect(users.filter(({ searchText }) => String(searchText).endsWith('@b.example\nعلی کریمی\n'))).toHaveLength(1_001);
  expect(await rows('ticket', ['id', 'searchText'])).toEqual([{ id: 't', searchText: '1042\nخطای 502 e' }]);
  expect(await rows('changeLog', ['id', 'searchText'])).toEqual([
    { id: '1', searchText: 'دفتر 2\nsara@b.example' },
    { id: '2', searchText: 'دفتر 2\n' },
  ]);
});

test('an installation from before the brand had versions has none', async () => {
  const { migrate, all } = await storeBefore('0157-brand-versions', 'u');
  await migrate();
  expect(await all('brandVersion')).toEqual([]);
  expect(await all('department')).toHaveLength(3);
});
