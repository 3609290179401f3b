import type { Selectable } from 'kysely';
import type { Proposable, ProposalState } from '../../../../lib/rules/core/proposals.ts';
import type { ChangeLogTable } from '../core/work.ts';

/** A change that an API key proposes, which a person approves or rejects. */
export interface ProposalTable {
  id: string;
  accountId: string;
  keyId: string;
  /** As in `dns.create`. */
  call: Proposable;
  /** The input of the call. */
  input: Record<string, unknown>;
  reason: string;
  /** The entries of the change log that the call would have written when it was proposed. */
  changes: Selectable<ChangeLogTable>[];
  /** A pending one that is past `expiresAt` has expired. */
  state: Exclude<ProposalState, 'expired'>;
  createdAt: number;
  expiresAt: number;
  decidedAt: number | null;
  /** The email address of the person. */
  decidedBy: string | null;
}
