import { demo } from '../../src/lib/contract/fields.ts';
import { opensForm, type Screen } from './screen.ts';

const server = `/servers/${demo.serverId}`;

export const cloudScreens: readonly Screen[] = [
  { name: 'servers', path: '/servers', as: 'demo' },
  { name: 'servers-empty', path: '/servers', as: 'empty' },
  { name: 'server', path: server, as: 'demo' },
  { name: 'server-off', path: `/servers/${demo.offServerId}`, as: 'demo' },
  { name: 'server-installing', path: `/servers/${demo.newServerId}`, as: 'demo' },
  { name: 'server-unknown', path: '/servers/none', as: 'demo', status: 404 },
  { name: 'server-console', path: `${server}/console`, as: 'demo' },
  { name: 'server-settings', path: `${server}/settings`, as: 'demo' },
  { name: 'server-address-add', path: `${server}/settings`, as: 'demo', act: opensForm('server:address.add', 'server:address.addTitle') },
  {
    name: 'server-transfer-ask',
    path: `/servers/${demo.offServerId}/settings`,
    as: 'demo',
    act: opensForm('serverTransfer:card.action', (t) => t('serverTransfer:ask.title', { name: 'staging-01' })),
  },
  { name: 'server-transfer-missing', path: '/servers/transfers/none', as: 'demo', status: 404 },
  { name: 'server-events', path: `${server}/events`, as: 'demo' },
  { name: 'server-monitoring', path: `${server}/monitoring`, as: 'demo' },
  { name: 'monitoring', path: '/servers/monitoring', as: 'demo' },
  { name: 'monitoring-empty', path: '/servers/monitoring', as: 'empty' },
  { name: 'alarms', path: '/servers/monitoring?tab=alarms', as: 'demo' },
  { name: 'alarms-empty', path: '/servers/monitoring?tab=alarms', as: 'empty' },
  { name: 'alarm-add', path: `${server}/monitoring`, as: 'demo', act: opensForm('alarm:add', 'alarm:addTitle') },
  {
    name: 'alarm-history',
    path: `${server}/monitoring`,
    as: 'demo',
    act: async (page, t) => {
      await page
        .getByRole('button', { name: new RegExp(`^\u2068?${t('alarm:metric.cpu')}`) })
        .first()
        .click();
      await page.getByRole('dialog').getByText(t('alarm:historyNote')).waitFor();
    },
  },
  { name: 'server-snapshots', path: `${server}/snapshots`, as: 'demo' },
  { name: 'snapshots', path: '/servers/snapshots', as: 'demo' },
  { name: 'snapshots-empty', path: '/servers/snapshots', as: 'empty' },
  { name: 'server-backups', path: `${server}/backups`, as: 'demo' },
  { name: 'backups', path: '/servers/backups', as: 'demo' },
  { name: 'backups-empty', path: '/servers/backups', as: 'empty' },
  { name: 'backup-schedule', path: `${server}/backups`, as: 'demo', act: opensForm('backup:schedule.button', 'backup:schedule.title') },
  {
    name: 'backup-chain',
    path: `${server}/backups`,
    as: 'demo',
    act: async (page, t) => {
      // The names of backups contain the day on which they were taken.
      const [prefix = ''] = t('backup:actions', { name: '|' }).split('|');
      await page.getByRole('button', { name: prefix }).first().click();
      await page.getByRole('menuitem', { name: t('backup:show') }).click();
      await page.getByText(t('backup:chainLead')).waitFor();
    },
  },
  { name: 'server-volumes', path: `${server}/volumes`, as: 'demo' },
  { name: 'server-volumes-unknown', path: '/servers/none/volumes', as: 'demo', status: 404 },
  { name: 'server-networks', path: `${server}/networks`, as: 'demo' },
  { name: 'server-networks-none', path: `/servers/${demo.newServerId}/networks`, as: 'demo' },
  { name: 'server-networks-unknown', path: '/servers/none/networks', as: 'demo', status: 404 },
  { name: 'server-own-firewall', path: `${server}/firewall`, as: 'demo' },
  { name: 'server-own-firewall-none', path: `/servers/${demo.newServerId}/firewall`, as: 'demo' },
  { name: 'volumes', path: '/servers/volumes', as: 'demo' },
  { name: 'volumes-empty', path: '/servers/volumes', as: 'empty' },
  {
    name: 'volume-add',
    path: '/servers/volumes',
    as: 'demo',
    act: opensForm('volume:add', 'volume:addTitle', async (form, t) => {
      await form.getByLabel(t('volume:mountPoint')).fill('data');
      await form.getByLabel(t('volume:name')).click();
      await form.getByText(t('volume:error.mountPoint')).waitFor();
    }),
  },
  {
    name: 'volume-mount',
    path: '/servers/volumes',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('volume:actions', { name: 'shop-db' }) }).click();
      await page.getByRole('menuitem', { name: t('volume:mount') }).click();
      await page.getByText('sudo mkfs.ext4', { exact: false }).waitFor();
    },
  },
  { name: 'spaces', path: '/servers/spaces', as: 'demo' },
  { name: 'spaces-empty', path: '/servers/spaces', as: 'empty' },
  { name: 'space', path: `/servers/spaces/${demo.spaceId}`, as: 'demo' },
  { name: 'space-folder', path: `/servers/spaces/${demo.spaceId}?prefix=photos%2F`, as: 'demo' },
  { name: 'space-empty', path: `/servers/spaces/${demo.emptySpaceId}`, as: 'demo' },
  { name: 'space-unknown', path: '/servers/spaces/none', as: 'demo', status: 404 },
  {
    name: 'space-add',
    path: '/servers/spaces',
    as: 'demo',
    act: opensForm('space:add', 'space:addTitle', async (form, t) => {
      await form.getByLabel(t('space:name')).fill('Wrong');
      await form.getByLabel(t('space:size')).click();
      await form.getByText(t('space:error.nameCharacters')).waitFor();
    }),
  },
  {
    name: 'space-attach',
    path: `/servers/spaces/${demo.emptySpaceId}`,
    as: 'demo',
    act: opensForm('space:mount.attach', 'space:mount.attach', async (form, t) => {
      await form.getByLabel(t('space:mount.mountPoint')).fill('data');
      await form.getByRole('button', { name: t('space:mount.attach') }).click();
      await form.getByText(t('volume:error.mountPoint')).waitFor();
    }),
  },
  {
    name: 'space-preview',
    path: `/servers/spaces/${demo.spaceId}?prefix=photos%2F`,
    as: 'demo',
    act: async (page) => {
      await page.getByRole('button', { name: 'logo.png', exact: true }).click();
      await page.getByRole('img', { name: 'logo.png' }).waitFor();
    },
  },
  {
    name: 'space-versions',
    path: `/servers/spaces/${demo.spaceId}`,
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('space:object.actions', { name: 'readme.txt' }) }).click();
      await page.getByRole('menuitem', { name: t('space:version.menu') }).click();
      await page
        .getByRole('dialog')
        .getByRole('list', { name: t('space:version.label') })
        .waitFor();
    },
  },
  {
    name: 'space-lifecycle',
    path: `/servers/spaces/${demo.spaceId}`,
    as: 'demo',
    act: opensForm('space:lifecycle.add', 'space:lifecycle.add', async (form, t) => {
      await form.getByRole('button', { name: t('common:save') }).click();
      await form.getByText(t('space:lifecycle.error.empty')).waitFor();
    }),
  },
  { name: 'ssh-keys', path: '/servers/ssh-keys', as: 'demo' },
  { name: 'ssh-keys-empty', path: '/servers/ssh-keys', as: 'empty' },
  {
    name: 'ssh-key-add',
    path: '/servers/ssh-keys',
    as: 'demo',
    act: opensForm('sshKey:add', 'sshKey:addTitle', async (form, t) => {
      await form.getByLabel(t('sshKey:publicKey')).fill('ssh-ed25519 AAAA');
      await form.getByLabel(t('sshKey:name')).click();
      await form.getByText(t('sshKey:error.cut')).waitFor();
    }),
  },
  { name: 'server-order', path: '/servers/order', as: 'demo' },
  { name: 'server-order-short', path: '/servers/order?plan=ent-2023', as: 'empty' },
  {
    name: 'server-order-custom',
    path: '/servers/order?cpu=4&ram=8&disk=80&quantity=2',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('radio', { name: t('serverOrder:ssh') }).click();
      await page.getByRole('checkbox', { name: 'sara-laptop' }).waitFor();
    },
  },
  {
    name: 'server-order-code',
    path: '/servers/order',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('tab', { name: t('serverOrder:code') }).click();
      await page.getByRole('radio', { name: t('serverOrder:codeName.tofu') }).click();
    },
  },
  { name: 'networks', path: '/servers/networks', as: 'demo' },
  { name: 'networks-empty', path: '/servers/networks', as: 'empty' },
  {
    name: 'network-add',
    path: '/servers/networks',
    as: 'demo',
    act: opensForm('network:add', 'network:addTitle', async (form, t) => {
      await form.getByLabel(t('network:cidr')).fill('8.8.8.0/24');
      await form.getByLabel(t('network:name')).click();
      await form.getByText(t('network:error.private', { value: '8.8.8.0/24' })).waitFor();
    }),
  },
  { name: 'server-firewalls', path: '/servers/firewalls', as: 'demo' },
  { name: 'server-firewalls-empty', path: '/servers/firewalls', as: 'empty' },
  { name: 'server-firewall', path: `/servers/firewalls/${demo.serverFirewallId}`, as: 'demo' },
  { name: 'server-firewall-unknown', path: '/servers/firewalls/none', as: 'demo', status: 404 },
  {
    name: 'server-firewall-rule',
    path: `/servers/firewalls/${demo.serverFirewallId}`,
    as: 'demo',
    act: opensForm('serverFirewall:addRule', 'serverFirewall:addRuleTitle'),
  },
];
