import type { GrantedAccess, Role } from '../../../../lib/rules/core/role.ts';

/** The rights of a member, or those that an invitation gives. */
export interface Rights {
  role: Role;
  /** Of the role `domains`. */
  level: 'read' | 'write';
  /** By area, of the role `custom`; null: another role. */
  access: GrantedAccess | null;
  /** The domains of the roles `domains` and `custom`; null: all of the account. */
  domainIds: string[] | null;
  /** The servers of the role `custom`; null: all of the account. */
  serverIds: string[] | null;
  /** The same of storage spaces. */
  spaceIds: string[] | null;
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
