import { accountLogTitles } from '../../lib/rules/account/logTitles.ts';
import type { Manifest } from '../core/manifest.ts';
import { bindJobs } from '../jobs/jobs.ts';
import { allowedIpHandlers } from './allowedIp/allowedIp.ts';
import { apiKeyHandlers } from './apiKey/apiKey.ts';
import { authHandlers } from './auth/auth.ts';
import { sendResetCode } from './auth/resetCode.ts';
import { deleteExpired } from './auth/retention.ts';
import { twoFactorHandlers } from './auth/twoFactor.ts';
import { closingHandlers } from './closing/closing.ts';
import { closePerson } from './closing/forget.ts';
import { runClosing } from './closing/run.ts';
import { cancelExport } from './dataExport/cancel.ts';
import { dataExportHandlers } from './dataExport/dataExport.ts';
import { deleteExpiredExports, makeExport } from './dataExport/make.ts';
import { exportAccount } from './dataExport/own.ts';
import { deviceHandlers } from './device/device.ts';
import { accountJobs } from './jobs.ts';
import { loginHandlers } from './login/login.ts';
import { operatorStaffHandlers } from './operatorStaff/operatorStaff.ts';
import { passkeyHandlers } from './passkey/passkey.ts';
import { passwordChangeHandlers } from './password/password.ts';
import { preferenceHandlers } from './preference/preference.ts';
import { privacyHandlers } from './privacy/privacy.ts';
import { profileHandlers } from './profile/profile.ts';
import { deleteOldProposals, proposalHandlers } from './proposal/proposal.ts';
import { apiKeySeed } from './seeds/apiKeys.ts';
import { customerSeed } from './seeds/customers.ts';
import { teamHandlers } from './team/team.ts';
import { undoHandlers } from './undo/undo.ts';

export const account = {
  jobs: bindJobs(accountJobs, {
    runClosing: { run: runClosing },
    makeExport: { run: makeExport },
    sendResetCode: { run: sendResetCode },
  }),
  handlers: {
    allowedIp: allowedIpHandlers,
    apiKey: apiKeyHandlers,
    auth: authHandlers,
    closing: closingHandlers,
    dataExport: dataExportHandlers,
    device: deviceHandlers,
    login: loginHandlers,
    operatorStaff: operatorStaffHandlers,
    passkey: passkeyHandlers,
    password: passwordChangeHandlers,
    preference: preferenceHandlers,
    privacy: privacyHandlers,
    profile: profileHandlers,
    proposal: proposalHandlers,
    team: teamHandlers,
    twoFactor: twoFactorHandlers,
    undo: undoHandlers,
  },
  cancels: { 'account.export': cancelExport },
  logTitles: accountLogTitles,
  seeds: async (services) => [await customerSeed(services), apiKeySeed],
  async deleteExpired(tx, now) {
    await deleteExpired(tx, now);
    await deleteExpiredExports(tx, now);
    await deleteOldProposals(tx, now);
  },
  exportData: exportAccount,
  closeAccount: closePerson,
} satisfies Manifest;
