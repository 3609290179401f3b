import type { LogTitles } from '../core/log/title.ts';

export const accountLogTitles: LogTitles = {
  titles: {
    'allowedIp.create': 'log:change.allowedIp.create',
    'allowedIp.update': 'log:change.allowedIp.update',
    'allowedIp.delete': 'log:change.allowedIp.delete',
    'apiKey.create': 'log:change.apiKey.create',
    'apiKey.update': 'log:change.apiKey.update',
    'apiKey.delete': 'log:change.apiKey.delete',
    'account.create': 'log:change.account.create',
    'dataExport.create': 'log:change.dataExport.create',
    'profile.update': 'log:change.profile.update',
    'preferences.update': 'log:change.preferences.update',
    'profile.request': 'log:change.profile.request',
    'device.delete': 'log:change.device.delete',
    'sessionLimit.update': 'log:change.sessionLimit.update',
    'session.update': 'log:change.session.update',
    'passkey.create': 'log:change.passkey.create',
    'passkey.update': 'log:change.passkey.update',
    'passkey.delete': 'log:change.passkey.delete',
    'password.update': 'log:change.password.update',
    'passwordReset.request': 'log:change.passwordReset.request',
    'registration.request': 'log:change.registration.request',
    'twoFactor.update': 'log:change.twoFactor.update',
    'twoFactor.request': 'log:change.twoFactor.request',
    'recoveryCodes.update': 'log:change.recoveryCodes.update',
  },
};
