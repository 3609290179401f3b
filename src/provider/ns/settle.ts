import type { Change } from '../changes.ts';
import type { OwnedDomain } from '../db/owned.ts';
import type { Domain, Tx } from '../db/schema.ts';
import { touchZone } from '../dns/records.ts';
import type { Observation } from '../domain/lifecycle.ts';
import type { Wanting } from '../jobs/desired.ts';
import { notify } from '../notification/notify.ts';
import { syncRecords } from './records.ts';
import { customNsOf, hostsOf, keepCustomNs } from './state.ts';

const sameHosts = (a: readonly string[], b: readonly string[]): boolean =>
  new Set(a).size === new Set(b).size && a.every((host) => b.includes(host));

/**
 * Puts a domain's own name servers to use once the registry lists exactly these: they become the ones that it should have, and the
 * zone names no others any more. Its owner is told.
 * @param hosts what the registry lists, lower case without the final dot
 * @returns the domain as it is then, and the change for the log; the same domain and null when nothing was waiting
 */
export async function settleCustomNs<D extends Domain>(
  tx: Tx,
  ctx: Wanting & { newId(): string },
  domain: D,
  hosts: readonly string[],
): Promise<{ domain: D; change: Change | null }> {
  const own = await customNsOf(tx, domain);
  if (!own.wanted || !sameHosts(hostsOf(own.wanted), hosts)) return { domain, change: null };
  const [firstNs, secondNs] = hostsOf(own.wanted);
  const next = { ...own, current: own.wanted, wanted: null, version: own.version + 1 };
  const owned = domain as unknown as OwnedDomain; // the caller has read it as its own, or is a job that works for its owner
  const { records, added } = await syncRecords(tx, ctx, owned, next);
  await keepCustomNs(tx, domain, { ...next, records });
  await tx.updateTable('domain').set({ firstNs, secondNs }).where('id', '=', domain.id).execute();
  await touchZone(tx, ctx, owned, added);
  await notify(tx, ctx, {
    userId: domain.userId,
    event: 'domainStatus',
    type: 'success',
    title: 'ns:notice.title',
    description: 'ns:notice.text',
    params: { domain: domain.name, first: firstNs, second: secondNs },
    link: `/domains/${domain.name}/dns/ns`,
  });
  const before = { status: 'pending', nameServers: [domain.firstNs, domain.secondNs] };
  return {
    domain: { ...domain, firstNs, secondNs },
    change: {
      action: 'update',
      entity: { type: 'nameServers', id: domain.id, name: domain.name },
      domainId: domain.id,
      before,
      after: { status: 'active', nameServers: [firstNs, secondNs] },
    },
  };
}

/** A look at the registry, with the domain's own name servers taken into account: those that it found become the expected ones. */
export async function adoptCustomNs<D extends Domain>(
  tx: Tx,
  ctx: Wanting & { newId(): string },
  given: D,
  look: Observation,
): Promise<{ domain: D; look: Observation; change: Change | null }> {
  const { domain, change } = await settleCustomNs(tx, ctx, given, look.current);
  return { domain, change, look: change ? { ...look, seen: 'matched' } : look };
}
