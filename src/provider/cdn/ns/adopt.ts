import { isWaiting } from '../../../lib/rules/cdn/domain/lifecycle.ts';
import type { Change } from '../../core/changes.ts';
import { notify } from '../../core/notification/notify.ts';
import type { Work } from '../../core/services.ts';
import type { OwnedDomain } from '../../db/owned.ts';
import type { Tx } from '../../db/schema.ts';
import { loadCustomNs, pairHosts, saveCustomNs, syncRecords, touchZone } from '../dns/index.ts';
import type { Observation } from './observe.ts';

const sameHosts = (a: readonly string[], b: readonly string[]): boolean =>
  new Set(a).size === new Set(b).size && a.every((host) => b.includes(host));

/**
 * Activates a domain's custom name servers once the registry lists exactly these: they become the expected ones, the zone lists
 * only these, and the owner is notified.
 * @param hosts what the registry lists, in lower case without the final dot
 * @returns the domain after the change, and the change for the log; the same domain and null when no change was pending
 */
export async function activateCustomNs(
  tx: Tx,
  ctx: Work,
  domain: OwnedDomain,
  hosts: readonly string[],
): Promise<{ domain: OwnedDomain; change: Change | null }> {
  // Names that the caller chose prove nothing: a domain is verified by the provider's own name servers first.
  if (isWaiting(domain)) return { domain, change: null };
  const own = await loadCustomNs(tx, domain);
  if (!own.wanted || !sameHosts(pairHosts(own.wanted), hosts)) return { domain, change: null };
  const [firstNs, secondNs] = pairHosts(own.wanted);
  const next = { ...own, current: own.wanted, wanted: null, version: own.version + 1 };
  const { records, added } = await syncRecords(tx, ctx, domain, next);
  await saveCustomNs(tx, domain, { ...next, records });
  await tx.updateTable('domain').set({ firstNs, secondNs }).where('id', '=', domain.id).execute();
  await touchZone(tx, ctx, domain, added);
  await notify(tx, ctx, {
    accountId: domain.accountId,
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

/** Applies an observation of the registry to the domain's custom name servers: once listed, they become the expected ones. */
export async function adoptCustomNs(
  tx: Tx,
  ctx: Work,
  input: OwnedDomain,
  look: Observation,
): Promise<{ domain: OwnedDomain; look: Observation; change: Change | null }> {
  const { domain, change } = await activateCustomNs(tx, ctx, input, look.current);
  return { domain, change, look: change ? { ...look, seen: 'matched' } : look };
}
