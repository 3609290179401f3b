import { domainForJob, type OwnedDomain } from '../../db/owned.ts';
import type { Domain, SslRow, Tx } from '../../db/schema.ts';
import type { AcmeChallengeTable } from '../../db/tables/cdn/acme.ts';
import type { Challenge, Proof, Way } from '../../drivers/certs/certs.ts';
import { desiredId, selectDriver } from '../../jobs/desired.ts';
import type { JobCtx } from '../../jobs/jobs.ts';
import { reconcile } from '../../jobs/reconcile.ts';
import type { DesiredKind } from '../../kernel/desiredKinds.ts';
import { setZone } from '../dns/index.ts';
import { connectedEdges } from '../edge/index.ts';
import { compareDomains } from '../policy/index.ts';
import { secondariesServe } from './secondaries.ts';

type Row = AcmeChallengeTable;

/** How control of a domain's names can be proved: by a TXT record where our name servers answer for it, else by our edges. */
async function proofMethods(ctx: JobCtx, domain: Domain): Promise<Way[]> {
  const { dns, edge } = ctx.services.drivers;
  const ways: Way[] = [];
  if (dns && domain.setupMode === 'ns') ways.push('dns-01');
  if (edge && (await connectedEdges(ctx.services.store.reader, ctx.now)).length > 0) ways.push('http-01');
  return ways;
}

const proofKey = ({ way, host, token, answer }: Pick<Row, 'way' | 'host' | 'token' | 'answer'>) => `${way} ${host} ${token} ${answer}`;
const loadChallengeRows = (db: Pick<Tx, 'selectFrom'>, { id }: Pick<SslRow, 'id'>) =>
  db.selectFrom('acmeChallenge').selectAll().where('sslId', '=', id).execute();

/** Stores the challenges of a certificate instead of those before. @returns the ways whose challenges have changed */
async function replace(ctx: JobCtx, domain: Domain, row: SslRow, challenges: readonly Challenge[]): Promise<Set<Way>> {
  const wanted = challenges.map((one) => ({ ...one, sslId: row.id, domainId: domain.id }));
  return ctx.services.store.write(`account:${domain.accountId}`, async (tx) => {
    const current = await domainForJob(tx, domain.id);
    const before = await loadChallengeRows(tx, row);
    const known = new Set(before.map(proofKey));
    const needed = new Set(wanted.map(proofKey));
    const fresh = wanted.filter((one) => !known.has(proofKey(one)));
    const gone = before.filter((one) => !needed.has(proofKey(one)));
    const changed = new Set([...fresh, ...gone].map(({ way }) => way));
    if (!current || changed.size === 0) return changed;
    await tx.deleteFrom('acmeChallenge').where('sslId', '=', row.id).execute();
    if (wanted.length > 0) await tx.insertInto('acmeChallenge').values(wanted).execute();
    if (changed.has('dns-01')) await touch(tx, ctx, current);
    return changed;
  });
}

/** The zone is served with other challenges; the customer's records are the same. */
async function touch(tx: Tx, ctx: JobCtx, domain: OwnedDomain): Promise<void> {
  const zoneVersion = await setZone(tx, ctx, domain);
  await tx.updateTable('domain').set({ zoneVersion }).where('id', '=', domain.id).execute();
}

/** Brings an engine to the wanted version now. @returns that version, or null if the engine doesn't have it */
async function reached(ctx: JobCtx, kind: DesiredKind, entityId: string): Promise<number | null> {
  await reconcile(ctx, { kind, entityId });
  const row = await ctx.services.store.reader
    .selectFrom('desired')
    .selectAll()
    .where('id', '=', desiredId(kind, entityId))
    .executeTakeFirst();
  const isThere = row?.observedVersion === row?.wantedVersion && row?.observedBy === selectDriver(ctx.services, kind)?.id;
  return row && isThere ? row.wantedVersion : null;
}

async function isServed(ctx: JobCtx, domain: Domain, challenges: readonly Challenge[]): Promise<boolean> {
  const ways = new Set(challenges.map(({ way }) => way));
  if (ways.has('dns-01')) {
    if ((await reached(ctx, 'zone', domain.name)) === null) return false;
    const dnsChallenges = challenges.filter(({ way }) => way === 'dns-01');
    if (!(await secondariesServe(ctx.services.env.DNS_SECONDARIES, dnsChallenges, ctx.leaving))) return false;
  }
  if (!ways.has('http-01')) return true;
  await compareDomains(ctx, [domain.id]);
  const version = await reached(ctx, 'edge', domain.id);
  const edges = await connectedEdges(ctx.services.store.reader, ctx.now, [domain.id]);
  return version !== null && edges.length > 0 && edges.every(({ versionOf }) => versionOf(domain.id) >= version);
}

/** What an authority gets to prove that the names of a certificate belong to this provider. */
export async function proofFor(ctx: JobCtx, domain: Domain, row: SslRow): Promise<Proof> {
  return {
    id: row.taskId ?? row.id,
    ways: await proofMethods(ctx, domain),
    async publish(challenges) {
      const changed = await replace(ctx, domain, row, challenges);
      const served = await isServed(ctx, domain, challenges);
      // A name server has taken a new zone, and serves it a moment later: what was published just now counts from the next call.
      return served && changed.size === 0;
    },
  };
}

/** Stops publishing the challenges of a certificate. */
export async function withdraw(ctx: JobCtx, domain: Domain, row: SslRow): Promise<void> {
  const changed = await replace(ctx, domain, row, []);
  if (changed.has('http-01')) await compareDomains(ctx, [domain.id]);
}
