import type { Resolver } from '../../drivers/resolver/resolver.ts';
import { lower, type Question, type Rr, txtBytes } from '../../drivers/resolver/wire.ts';

/** What a domain's own DNS provider returns. */
export interface SetupLookup {
  /** The TXT values at the verification name; null: no response. */
  texts: string[] | null;
  /** By host: the CNAME, or null for none. Hosts without a response are left out. */
  hosts: Map<string, string | null>;
}

/** For the whole lookup; the call that waits for it has 10 s. */
const LOOK_MS = 8_000;
const FIND_MS = 4_500;
const AT_ONCE = 8;
/** Servers to try before a resolver. */
const MAX_ATTEMPTS = 2;

/**
 * Queries the authoritative name servers of a domain, to bypass caches, and a resolver for what they don’t answer: the
 * verification name may be an alias to another zone, and part of the zone may be delegated. Never throws.
 * @param zone the domain
 * @param name the name of the verification record
 * @param hosts the hosts to look up the CNAME of
 */
export async function lookUpSetup(resolver: Resolver, zone: string, name: string, hosts: readonly string[]): Promise<SetupLookup> {
  const signal = AbortSignal.timeout(LOOK_MS);
  const delegation = await resolver.delegation(zone, AbortSignal.any([signal, AbortSignal.timeout(FIND_MS)]));
  const servers = (await resolver.serversOf(delegation, signal)).slice(0, MAX_ATTEMPTS);

  /** Records of that name and type; null: no response. */
  const query = async (question: Question): Promise<Rr[] | null> => {
    const here = (list: readonly Rr[]) => list.filter((rr) => rr.type === question.type);
    for (const server of servers) {
      const reply = await resolver.server(server, question, signal).catch(() => null);
      if (!reply?.authoritative || (reply.rcode !== 'NOERROR' && reply.rcode !== 'NXDOMAIN')) continue;
      const leadsOn = reply.answers.length > 0 && here(reply.answers).length === 0;
      if (!leadsOn) return here(reply.answers);
      break;
    }
    const reply = await resolver.recursive(question, signal).catch(() => null);
    return reply && here(reply.answers);
  };

  const texts = await query({ name, type: 'TXT' });
  const found: SetupLookup['hosts'] = new Map();
  const queue = [...hosts];
  const worker = async () => {
    for (let host = queue.shift(); host !== undefined && !signal.aborted; host = queue.shift()) {
      const answers = await query({ name: host, type: 'CNAME' });
      const [first] = answers ?? [];
      if (answers) found.set(host, first ? lower(String(first.data)) : null);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { texts: texts?.map((text) => txtBytes(text).toString()) ?? null, hosts: found };
}
