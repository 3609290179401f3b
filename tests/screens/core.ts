import type { Screen } from './screen.ts';

export const coreScreens: readonly Screen[] = [
  { name: 'dashboard', path: '/dashboard', as: 'demo' },
  { name: 'dashboard-empty', path: '/dashboard', as: 'empty' },
  {
    name: 'avatar-menu',
    path: '/dashboard',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('shell:account.label') }).click();
      await page.getByRole('menuitem', { name: t('shell:account.signOut') }).waitFor();
    },
  },
  { name: 'missing', path: '/domains/parvaz.example/nope', as: 'demo', status: 404 },
  { name: 'notifications', path: '/notifications', as: 'notified' },
  { name: 'notifications-empty', path: '/notifications', as: 'empty' },
  {
    name: 'notifications-chosen',
    path: '/notifications?type=warning',
    as: 'notified',
    act: async (page, t) => {
      await page.getByRole('checkbox', { name: t('notification:selectAll') }).check();
      await page.getByRole('region', { name: t('notification:selection') }).waitFor();
    },
  },
  {
    name: 'bell',
    path: '/dashboard',
    as: 'notified',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('notification:bell') }).click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'activity',
    path: '/dashboard',
    as: 'notified',
    act: async (page) => {
      await page.locator('.activity-pill').click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
];
