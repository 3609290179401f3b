import { z } from 'zod';
import { type CaaRecord, caaNames, checkIssuance } from '../../../lib/rules/cdn/ssl/caa.ts';
import type { Db, Domain } from '../../db/schema.ts';
import { DriverRefusal } from '../../drivers/driver.ts';
import type { Resolver } from '../../drivers/resolver/resolver.ts';
import { zoneCaa } from './zoneCaa.ts';

/** The CAA records of a name couldn't be read. This may be temporary, and neither allows nor forbids issuance. */
export class CaaUnknown extends Error {
  readonly host: string;
  constructor(host: string, cause: unknown) {
    super(`the CAA records of ${host} are not known`, { cause });
    this.host = host;
  }
}

interface CaaOptions {
  db: Db;
  resolver: Pick<Resolver, 'recursive'>;
  /** The value of a CAA record that allows the authority to issue. */
  issuer: string;
  /** The number of attempts without a response so far. */
  attempts: number;
}

/**
 * Attempts after which a missing response for the names above a domain, such as `com`, no longer blocks issuance: the customer's
 * own records are in the domain's zone. An authority may do so after one retry (Baseline Requirements of the CA/Browser Forum,
 * 3.2.2.8); without it, an installation that can't reach a resolver would never issue.
 */
const PATIENT = 2;

const Data = z.object({ flags: z.number(), tag: z.string(), value: z.string() });

/**
 * Checks for every host of an order whether its CAA records allow the authority to issue (RFC 8659). The domain's zone is read
 * locally, in its desired state; names above it or delegated ones are queried through resolvers.
 * @throws DriverRefusal when a record forbids it, with what would allow it
 * @throws CaaUnknown when a required name gets no response
 */
export async function checkCaa(
  { db, resolver, issuer, attempts }: CaaOptions,
  domain: Pick<Domain, 'id' | 'name'>,
  hosts: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const rows = await db.selectFrom('dnsRecord').select(['name', 'type', 'content', 'proxy']).where('domainId', '=', domain.id).execute();
  const lookups = new Map<string, Promise<CaaRecord[]>>();
  const elsewhere = async (name: string): Promise<CaaRecord[]> => {
    const { answers } = await resolver.recursive({ name, type: 'CAA' }, signal);
    return answers.flatMap(({ type, data }) => (type === 'CAA' ? [Data.parse(data)] : []));
  };
  const recordsOf = (name: string): Promise<CaaRecord[]> => {
    const found = zoneCaa(rows, domain.name, name);
    if (found.is === 'records') return Promise.resolve(found.records);
    const known = lookups.get(found.name) ?? elsewhere(found.name);
    lookups.set(found.name, known);
    return known;
  };
  for (const host of hosts) {
    for (const name of caaNames(host)) {
      const records = await recordsOf(name).catch((error: unknown) => {
        if (attempts >= PATIENT && domain.name.endsWith(`.${name}`)) return [];
        throw new CaaUnknown(name, error);
      });
      if (records.length === 0) continue;
      const fault = checkIssuance(records, host, name, issuer);
      if (fault) throw new DriverRefusal(fault.key, fault.params);
      break;
    }
  }
}
