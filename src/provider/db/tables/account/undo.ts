import type { UndoKind } from '../../../../lib/rules/account/undo.ts';

/** A change to sign-in that its email offers to undo. The row stays until the link expires, also when it was used. */
export interface SecurityUndoTable {
  id: string;
  userId: string;
  kind: UndoKind;
  /** JSON: everything that a sign-in depended on before the change (`SecurityState`), with secrets sealed or hashed as elsewhere. */
  before: string;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
}
