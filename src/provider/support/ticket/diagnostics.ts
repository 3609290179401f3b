import type { FailedCall } from '../../../lib/contract/core/diagnostics.ts';
import { contract } from '../../../lib/contract/index.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { iso } from '../../../lib/time.ts';
import { collectDiagnostics, type DiagnosticsSection, showSections } from '../../core/diagnostics/diagnostics.ts';
import type { SignedIn } from '../../core/implement.ts';
import type { DiagnosticsSubject } from '../../core/registry.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';

const paths = new Set(Object.values(contract).flatMap((calls) => Object.values(calls).map(({ path }): string => path)));

/** A preview of the snapshot; nothing is stored. */
export async function previewDiagnostics(ctx: SignedIn, domainId: string | undefined, serverId: string | undefined) {
  const { sections, digest } = await collectDiagnostics(
    ctx.db,
    ctx.services.registry,
    ctx.account,
    toDiagnosticsSubject(domainId, serverId),
  );
  return { digest, sections: showSections(sections, ctx.t) };
}

/**
 * Stores a snapshot of the subject of the ticket, taken in this transaction. It is refused if it differs from the one the customer saw.
 * The browser contributes only IDs, statuses and times of its failed calls, never text.
 */
export async function attachDiagnostics(
  ctx: SignedIn,
  tx: Tx,
  ticket: { id: string; domainId: string | null; serverId: string | null },
  { digest, failed }: { digest: string; failed: FailedCall[] },
): Promise<void> {
  const subject = toDiagnosticsSubject(ticket.domainId ?? undefined, ticket.serverId ?? undefined);
  if (!failed.every(({ path }) => paths.has(path))) refuseField('diagnostics', 'error:invalid');
  const collected = await collectDiagnostics(tx, ctx.services.registry, ctx.account, subject);
  if (collected.digest !== digest)
    refuse(409, 'ticket:error.diagnosticsChanged', { fields: { diagnostics: { key: 'ticket:error.diagnosticsChanged' } } });
  await saveDiagnostics(tx, ticket.id, ctx.now, collected.sections, failed);
}

export const saveDiagnostics = (tx: Tx, ticketId: string, collectedAt: number, sections: DiagnosticsSection[], failed: FailedCall[]) =>
  tx.insertInto('ticketDiagnostics').values({ ticketId, takenAt: collectedAt, sections, failedCalls: failed }).execute();

/** The snapshot attached to a ticket. The caller must check who owns the ticket. @throws Refusal 404 */
export async function showDiagnostics(db: Db, ticketId: string, t: Translate) {
  const row =
    (await db.selectFrom('ticketDiagnostics').selectAll().where('ticketId', '=', ticketId).executeTakeFirst()) ??
    refuse(404, 'error:notFound');
  return {
    takenAt: iso(row.takenAt),
    sections: showSections(row.sections, t),
    failed: row.failedCalls,
  };
}

function toDiagnosticsSubject(domainId: string | undefined, serverId: string | undefined): DiagnosticsSubject {
  if (domainId !== undefined && serverId !== undefined) refuseField('serverId', 'ticket:error.oneSubject');
  if (domainId !== undefined) return { kind: 'domain', id: domainId };
  if (serverId !== undefined) return { kind: 'server', id: serverId };
  return refuseField('diagnostics', 'ticket:error.noSubject');
}
