import type { NameServers } from '../../../lib/contract/cdn/ns.ts';
import { isInside, type NsPair } from '../../../lib/rules/cdn/ns/servers.ts';
import { iso } from '../../../lib/time.ts';
import type { Db, Domain, Tx } from '../../db/schema.ts';
import type { CustomNsTable } from '../../db/tables/cdn/domain.ts';

/** A domain's custom name servers. */
export type CustomNs = Omit<CustomNsTable, 'domainId'>;
const none: CustomNs = { wanted: null, current: null, records: [], version: 0, checkedAt: null, found: null };

type Id = Pick<Domain, 'id'>;

export async function loadCustomNs(db: Db | Tx, { id }: Id): Promise<CustomNs> {
  const row = await db
    .selectFrom('customNs')
    .select(['wanted', 'current', 'records', 'version', 'checkedAt', 'found'])
    .where('domainId', '=', id)
    .executeTakeFirst();
  return row ?? none;
}

export async function saveCustomNs(tx: Tx, { id }: Id, { wanted, current, records, version, checkedAt, found }: CustomNs): Promise<void> {
  const row = { wanted, current, records, version, checkedAt, found };
  await tx
    .insertInto('customNs')
    .values({ domainId: id, ...row })
    .onConflict((conflict) => conflict.column('domainId').doUpdateSet(row))
    .execute();
}

export const pairHosts = ({ first, second }: NsPair): [string, string] => [first.host, second.host];

/**
 * The NS records of a zone. While the custom ones aren't at the registry yet, those that are there are served too: resolvers trust
 * the zone more than the registry (RFC 2181 section 5.4.1), and must not be left with only a host that doesn't resolve yet.
 */
export const zoneServers = ({ firstNs, secondNs }: Pick<Domain, 'firstNs' | 'secondNs'>, { wanted }: CustomNs): string[] => [
  ...new Set([firstNs, secondNs, ...(wanted ? pairHosts(wanted) : [])]),
];

export interface Glue {
  /** `first` or `second`, for a message beside its field. */
  place: keyof NsPair;
  host: string;
  type: 'A' | 'AAAA';
  content: string;
}

/** The addresses that the zone must serve for hosts inside it, as long as a resolver may be referred to them. */
export function zoneGlue({ wanted, current }: Pick<CustomNs, 'wanted' | 'current'>, zone: string): Glue[] {
  const glue = new Map<string, Glue>();
  for (const pair of [wanted, current])
    for (const place of ['first', 'second'] as const) {
      const server = pair?.[place];
      if (!server || !isInside(server.host, zone)) continue;
      for (const [type, content] of [['A', server.ipv4] as const, ['AAAA', server.ipv6] as const])
        if (content) glue.set(`${server.host} ${content}`, { place, host: server.host, type, content });
    }
  return [...glue.values()];
}

/** As the contract returns it. */
export function showNs(domain: Domain, own: CustomNs, defaults: readonly string[]): NameServers {
  const custom = own.wanted ?? own.current;
  return {
    default: [...defaults],
    ...(custom && { custom }),
    status: own.wanted ? 'pending' : own.current ? 'active' : 'off',
    answered: zoneServers(domain, own),
    glueRequired: custom ? pairHosts(custom).filter((host) => isInside(host, domain.name)) : [],
    ...(own.found && { found: own.found }),
    ...(own.checkedAt !== null && { checkedAt: iso(own.checkedAt) }),
    version: own.version,
  };
}
