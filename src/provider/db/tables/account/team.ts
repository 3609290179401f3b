import type { Role } from '../../../../lib/rules/core/role.ts';

interface Rights {
  role: Role;
  /** Of the role `domains`. */
  level: 'read' | 'write';
  /** JSON: the domains of the role `domains`; null: all of the account. */
  domainIds: string | null;
}

/** A user who may act for somebody else's account. The holder of an account has no row in it. */
export interface AccountMemberTable extends Rights {
  accountId: string;
  userId: string;
  createdAt: number;
}

/** An open invitation: it is deleted when it was accepted, declined or revoked. */
export interface TeamInvitationTable extends Rights {
  id: string;
  accountId: string;
  email: string;
  invitedBy: string;
  sentAt: number;
  expiresAt: number;
}
