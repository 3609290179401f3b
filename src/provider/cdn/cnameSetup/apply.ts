import type { TKey } from '../../../lib/i18n/keys.ts';
import { cnameTarget, isRight } from '../../../lib/rules/cdn/cnameSetup/hosts.ts';
import {
  compareTexts,
  nextLookIn,
  settleRecord,
  type Verification,
  type VerificationEvent,
} from '../../../lib/rules/cdn/cnameSetup/verification.ts';
import type { Change } from '../../core/changes.ts';
import type { Notice } from '../../core/notification/notify.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { Work } from '../../core/services.ts';
import type { OwnedDomain } from '../../db/owned.ts';
import type { CnameSetupRow, Db, Domain, Tx } from '../../db/schema.ts';
import { markStale } from '../../live/stale.ts';
import { proveName } from '../domain/index.ts';
import { isAllowed } from '../features.ts';
import type { SetupLookup } from './lookup.ts';
import { proxiedHosts, saveSetup, scheduleLookup, verificationName } from './state.ts';

/** Hosts per check; the rest follow in the next checks. */
const MAX_HOSTS = 60;

export const toEntity = ({ id, name }: Domain): Change['entity'] => ({ type: 'cnameSetup', id, name });

/** As recorded in the change log: without the token. */
export const logged = ({ setupMode, status }: Domain, pending: boolean) => ({ mode: setupMode, pending, status });

/** The hosts to check next: those checked longest ago. Empty before the mode is in effect. */
export async function hostsToCheck(db: Db | Tx, domain: OwnedDomain, row: CnameSetupRow): Promise<string[]> {
  if (domain.setupMode === 'ns') return [];
  const known = row.hosts;
  const hosts = (await proxiedHosts(db, domain)).filter((host) => host !== domain.name);
  return hosts.sort((a, b) => (known[a]?.at ?? 0) - (known[b]?.at ?? 0)).slice(0, MAX_HOSTS);
}

/**
 * Applies one check in one transaction: stores the observation, schedules the next check and, when the setup changes state, notifies
 * the owner in the panel and by email. Idempotent: seeing the same state twice changes it once.
 * @param input the domain and its row as they stand in this transaction
 * @returns both after the change, and the change for the log if there is one; the caller adds who made it
 */
export async function applyLookup(
  tx: Tx,
  ctx: Work,
  input: { domain: OwnedDomain; row: CnameSetupRow },
  look: SetupLookup,
): Promise<{ domain: OwnedDomain; row: CnameSetupRow; change: Change | null }> {
  const { domain, row } = input;
  const { now, services } = ctx;
  const observed = compareTexts(row.token, look.texts);
  const { status, activatedAt, setupMode: mode } = domain;
  const { verifiedAt, misses, missingSince } = row;
  const before: Verification = { mode, pending: row.pending, status, activatedAt, verifiedAt, misses, missingSince };
  const { next, event } = settleRecord(before, observed, isAllowed(domain, 'cnameSetup'), now);

  const moved = { setupMode: next.mode, status: next.status, activatedAt: next.activatedAt };
  const after = { ...domain, ...moved, ...(event && { movedAwayAt: null }) };
  const there = next.mode === 'ns' ? [] : await proxiedHosts(tx, after);
  const hosts = mergeHosts(there, row, look, now);
  const target = cnameTarget(domain.name, services.env.EDGE_ZONE);
  const done = there.every((host) => host === domain.name || isRight(host, domain.name, target, hosts[host]?.seen));
  const updated: CnameSetupRow = {
    ...row,
    pending: next.pending,
    verifiedAt: next.verifiedAt,
    misses: next.misses,
    missingSince: next.missingSince,
    seen: observed,
    hosts,
    checkedAt: now,
    nextAt: now + nextLookIn(next, done, row.requestedAt, now),
    version: row.version + Number(event !== null),
  };
  await saveSetup(tx, updated);
  await scheduleLookup(tx, services.jobs, domain.id, updated.nextAt ?? now);
  markStale(tx, domain.accountId, 'cnameSetup', now);
  const hasMoved = next.mode !== mode || next.status !== status;
  if (hasMoved || event) {
    const { setupMode, status, activatedAt, movedAwayAt } = after;
    await tx.updateTable('domain').set({ setupMode, status, activatedAt, movedAwayAt }).where('id', '=', domain.id).execute();
    markStale(tx, domain.accountId, 'domain', now);
    // Its token in the zone of the name is a proof too.
    if (status === 'active' && domain.status !== 'active') await proveName(tx, ctx, domain);
  }
  if (event) await notifySetup(tx, ctx, domain, event);
  return { domain: after, row: updated, change: hasMoved ? setupChange(domain, before.pending, after, next.pending) : null };
}

/** Results for the hosts that still exist. A check without a response changes nothing. */
function mergeHosts(there: readonly string[], row: CnameSetupRow, look: SetupLookup, now: number): CnameSetupRow['hosts'] {
  const known = row.hosts;
  const looked = [...look.hosts].map(([host, observed]) => [host, { seen: observed, at: now }] as const);
  const all = new Set(there);
  return Object.fromEntries([...Object.entries(known), ...looked].filter(([host]) => all.has(host)));
}

export const setupChange = (from: Domain, wasPending: boolean, to: Domain, isPending: boolean): Change => ({
  action: 'update',
  entity: toEntity(from),
  domainId: from.id,
  before: logged(from, wasPending),
  after: logged(to, isPending),
});

const notices: Record<VerificationEvent, { type: Notice['type']; title: TKey; description: TKey }> = {
  verified: { type: 'success', title: 'cnameSetup:notice.verifiedTitle', description: 'cnameSetup:notice.verifiedText' },
  returned: { type: 'success', title: 'cnameSetup:notice.returnedTitle', description: 'cnameSetup:notice.returnedText' },
  lost: { type: 'warning', title: 'cnameSetup:notice.lostTitle', description: 'cnameSetup:notice.lostText' },
};

const notifySetup = (tx: Tx, ctx: Work, domain: Domain, event: VerificationEvent): Promise<void> => {
  const { accountId, name } = domain;
  const params = { domain: name, record: verificationName(domain) };
  const notice = { accountId, event: 'domainStatus' as const, ...notices[event], params, link: `/domains/${name}/settings#cname-setup` };
  return notifyOwner(tx, ctx, notice, { body: 'mail:setting.body' });
};
