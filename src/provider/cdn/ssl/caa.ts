import { z } from 'zod';
import { type CaaRecord, caaNames, checkIssuance } from '../../../lib/rules/cdn/ssl/caa.ts';
import type { Db, Domain } from '../../db/schema.ts';
import { DriverRefusal } from '../../drivers/driver.ts';
import type { Resolver } from '../../drivers/resolver/resolver.ts';
import { zoneCaa } from './zone-caa.ts';

/** The CAA records of a name could not be read. That may pass, and does neither allow nor forbid anything. */
export class CaaUnknown extends Error {
  readonly host: string;
  constructor(host: string, cause: unknown) {
    super(`the CAA records of ${host} are not known`, { cause });
    this.host = host;
  }
}

interface Asking {
  db: Db;
  resolver: Pick<Resolver, 'recursive'>;
  /** What a CAA record has to name for the authority to issue. */
  issuer: string;
  /** How often nobody has answered before. */
  attempts: number;
}

/**
 * Tries after which silence about the names above a domain, as `com`, stands in the way no longer: what the customer says stands in the
 * domain's own zone. An authority may do so after one more try (Baseline Requirements of the CA/Browser Forum, 3.2.2.8), and without it
 * an installation that reaches no resolver would never issue.
 */
const PATIENT = 2;

const Data = z.object({ flags: z.number(), tag: z.string(), value: z.string() });

/**
 * Asks for every host of an order whether its CAA records let the authority issue (RFC 8659): the domain's zone is read here, as it is
 * wanted and before it has come to every name server; what is above it or delegated is asked of the resolvers.
 * @throws DriverRefusal when a record forbids it, with what would allow it
 * @throws CaaUnknown when nobody answers for a name that has to be known
 */
export async function checkCaa(
  { db, resolver, issuer, attempts }: Asking,
  domain: Pick<Domain, 'id' | 'name'>,
  hosts: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const rows = await db.selectFrom('dnsRecord').select(['name', 'type', 'content', 'proxy']).where('domainId', '=', domain.id).execute();
  const asked = new Map<string, Promise<CaaRecord[]>>();
  const elsewhere = async (name: string): Promise<CaaRecord[]> => {
    const { answers } = await resolver.recursive({ name, type: 'CAA' }, signal);
    return answers.flatMap(({ type, data }) => (type === 'CAA' ? [Data.parse(data)] : []));
  };
  const recordsOf = (name: string): Promise<CaaRecord[]> => {
    const found = zoneCaa(rows, domain.name, name);
    if (found.is === 'records') return Promise.resolve(found.records);
    const known = asked.get(found.name) ?? elsewhere(found.name);
    asked.set(found.name, known);
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
