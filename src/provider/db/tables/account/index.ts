import type { RecoveryCodeTable, SignInChallengeTable, TrustedDeviceTable, TwoFactorTable, VerificationTable } from './account.ts';
import type { ApiKeyCallTable, ApiKeyTable } from './apiKey.ts';
import type { DataExportTable } from './dataExport.ts';
import type { PasskeyChallengeTable, PasskeyTable } from './passkey.ts';
import type { ProposalTable } from './proposal.ts';
import type { AccountMemberTable, TeamInvitationTable } from './team.ts';
import type { SecurityUndoTable } from './undo.ts';

export interface AccountTables {
  accountMember: AccountMemberTable;
  teamInvitation: TeamInvitationTable;
  apiKey: ApiKeyTable;
  apiKeyCall: ApiKeyCallTable;
  proposal: ProposalTable;
  dataExport: DataExportTable;
  verification: VerificationTable;
  twoFactor: TwoFactorTable;
  recoveryCode: RecoveryCodeTable;
  signInChallenge: SignInChallengeTable;
  trustedDevice: TrustedDeviceTable;
  securityUndo: SecurityUndoTable;
  passkey: PasskeyTable;
  passkeyChallenge: PasskeyChallengeTable;
}
