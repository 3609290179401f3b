import { defineRoutes } from './route.ts';

export const accountRoutes = defineRoutes('account', {
  profile: {
    path: '/account/profile',
    title: 'shell:route.profile',
    menu: 'main',
    isEntry: true,
    entryTitle: 'shell:route.account',
    icon: 'user',
    keys: 'g a',
    docs: 'account-profile',
  },
  password: { path: '/account/password', title: 'shell:route.password', menu: 'access', icon: 'lock', docs: 'account-profile' },
  twoFactor: { path: '/account/two-factor', title: 'shell:route.twoFactor', menu: 'access', icon: 'shield', docs: 'two-factor' },
  allowedIps: { path: '/account/allowed-ips', title: 'shell:route.allowedIps', menu: 'access', icon: 'network', docs: 'allowed-ips' },
  devices: { path: '/account/devices', title: 'shell:route.devices', menu: 'access', icon: 'device', docs: 'devices' },
  logins: { path: '/account/logins', title: 'shell:route.logins', menu: 'access', icon: 'history', docs: 'audit-log' },
  auditLog: { path: '/account/audit-log', title: 'shell:route.auditLog', menu: 'access', icon: 'list', docs: 'audit-log' },
  apiKeys: { path: '/account/api-keys', title: 'shell:route.apiKeys', menu: 'access', icon: 'key', docs: 'api-keys' },
  team: { path: '/account/team', title: 'shell:route.team', menu: 'access', icon: 'team', docs: 'team' },
  invitation: {
    path: '/account/invitations/[invitation]',
    title: 'shell:route.invitation',
    menu: null,
    icon: 'team',
    parent: 'team',
    docs: 'team',
  },
  privacy: { path: '/account/privacy', title: 'shell:route.privacy', menu: 'preferences', icon: 'lock', docs: 'privacy' },
  notificationSettings: {
    path: '/account/notifications',
    title: 'shell:route.notificationSettings',
    menu: 'preferences',
    icon: 'bell',
    docs: 'notifications',
  },
  language: { path: '/account/language', title: 'shell:route.language', menu: 'preferences', icon: 'language', docs: 'language-region' },
});
