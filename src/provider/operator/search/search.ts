import { type RawBuilder, sql } from 'kysely';
import { operatorSearch, type SearchResult } from '../../../lib/contract/operator/operatorSearch.ts';
import { folded } from '../../../lib/format/fold.ts';
import { nameToUnicode } from '../../../lib/format/punycode.ts';
import { nameKeys, toAscii } from '../../../lib/rules/core/dnsLabel.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { staffLevel } from '../../../lib/rules/core/staff.ts';
import { SEARCH_FROM, SEARCH_ITEMS, type SearchKind, searchAreas, searchKinds } from '../../../lib/rules/operator/search.ts';
import { implement } from '../../core/implement.ts';
import { contains } from '../../db/contains.ts';
import type { Db } from '../../db/schema.ts';

/** What was typed, in the forms that columns have. */
interface Query {
  typed: string;
  folded: string;
  /** Without a leading zero or plus, so that a national number finds the international one; null: too short for a phone. */
  phone: string | null;
}

/** One more row than is shown, to know whether there are more. */
const LIMIT = SEARCH_ITEMS + 1;
const anyOf = (tests: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(tests, sql` or `)})`;
const customerLink = (id: string) => `/operator/customers/${id}`;

const finders: Readonly<Record<SearchKind, (db: Db, query: Query) => Promise<SearchResult[]>>> = {
  async customer(db, query) {
    const phone = query.phone === null ? [] : [contains(sql.ref('mobile'), query.phone)];
    const rows = await db
      .selectFrom('user')
      .select(['id', 'email', 'firstName', 'lastName', 'legalName'])
      .where(anyOf([contains(sql.ref('searchText'), query.folded), ...phone]))
      .orderBy('email')
      .limit(LIMIT)
      .execute();
    return rows.map(({ id, email, firstName, lastName, legalName }) => ({
      id,
      title: email,
      detail: legalName || `${firstName} ${lastName}`.trim(),
      account: email,
      link: customerLink(id),
    }));
  },

  async domain(db, query) {
    // Names of domains are stored in ASCII.
    const name = toAscii(query.folded, nameKeys);
    const rows = await db
      .selectFrom('domain')
      .innerJoin('user', 'user.id', 'domain.accountId')
      .select(['domain.id', 'domain.name', 'domain.accountId', 'user.email'])
      .where(contains(sql.ref('domain.name'), isFault(name) ? query.folded : name))
      .orderBy('domain.name')
      .limit(LIMIT)
      .execute();
    return rows.map(({ id, name: title, accountId, email }) => ({
      id,
      title: nameToUnicode(title),
      detail: '',
      account: email,
      link: customerLink(accountId),
    }));
  },

  async server(db, query) {
    const ip = sql<boolean>`exists (select 1 from "serverIp" as i where i."serverId" = "server"."id" and ${contains(sql`i."address"`, query.folded)})`;
    const rows = await db
      .selectFrom('server')
      .innerJoin('user', 'user.id', 'server.accountId')
      .select(['server.id', 'server.name', 'server.ipv4', 'server.ipv6', 'server.accountId', 'user.email'])
      .where(
        anyOf([
          contains(sql`lower(${sql.ref('server.name')})`, query.folded),
          contains(sql.ref('server.name'), query.typed),
          contains(sql.ref('server.ipv4'), query.folded),
          contains(sql.ref('server.ipv6'), query.folded),
          ip,
        ]),
      )
      .orderBy('server.name')
      .orderBy('server.id')
      .limit(LIMIT)
      .execute();
    return rows.map(({ id, name, ipv4, ipv6, accountId, email }) => ({
      id,
      title: name,
      detail: ipv4 ?? ipv6 ?? '',
      account: email,
      link: customerLink(accountId),
    }));
  },

  async ticket(db, query) {
    const rows = await db
      .selectFrom('ticket')
      .innerJoin('user', 'user.id', 'ticket.accountId')
      .select(['ticket.id', 'ticket.number', 'ticket.title', 'user.email'])
      .where(contains(sql.ref('ticket.searchText'), query.folded.replace(/^#/, '')))
      .orderBy('ticket.number', 'desc')
      .limit(LIMIT)
      .execute();
    return rows.map(({ id, number, title, email }) => ({
      id,
      title: `#${number}`,
      detail: title,
      account: email,
      link: `/operator/tickets/${id}`,
    }));
  },

  async invoice(db, query) {
    const rows = await db
      .selectFrom('invoice')
      .innerJoin('user', 'user.id', 'invoice.accountId')
      .select(['invoice.id', 'invoice.number', 'invoice.accountId', 'user.email'])
      .where(contains(sql`lower(${sql.ref('invoice.number')})`, query.folded))
      .orderBy('invoice.issuedAt', 'desc')
      .orderBy('invoice.id')
      .limit(LIMIT)
      .execute();
    return rows.map(({ id, number, accountId, email }) => ({
      id,
      title: number,
      detail: '',
      account: email,
      link: customerLink(accountId),
    }));
  },

  async payment(db, query) {
    const rows = await db
      .selectFrom('payment')
      .innerJoin('user', 'user.id', 'payment.accountId')
      .select(['payment.id', 'payment.reference', 'payment.gateway', 'payment.accountId', 'user.email'])
      .where(contains(sql`lower(${sql.ref('payment.reference')})`, query.folded))
      .orderBy('payment.id', 'desc')
      .limit(LIMIT)
      .execute();
    return rows.map(({ id, reference, gateway, accountId, email }) => ({
      id,
      title: reference,
      detail: gateway,
      account: email,
      link: customerLink(accountId),
    }));
  },
};

function parse(q: string): Query | null {
  const typed = q.trim();
  const text = folded(typed);
  if (text.replace(/^#/, '').length < SEARCH_FROM) return null;
  const digits = /^[\d\s()+.-]+$/.test(text) ? text.replace(/\D/g, '').replace(/^0+/, '') : '';
  return { typed, folded: text, phone: digits.length >= 4 ? digits : null };
}

export const operatorSearchHandlers = implement(operatorSearch, {
  async find({ db, user }, { q }) {
    const query = parse(q);
    if (!query) return { groups: [] };
    const kinds = searchKinds.filter((kind) => staffLevel(user.staffRole, searchAreas[kind]) !== 'none');
    const found = await Promise.all(kinds.map(async (kind) => ({ kind, rows: await finders[kind](db, query) })));
    const groups = found.map(({ kind, rows }) => ({ kind, items: rows.slice(0, SEARCH_ITEMS), hasMore: rows.length > SEARCH_ITEMS }));
    return { groups: groups.filter(({ items }) => items.length > 0) };
  },
});
