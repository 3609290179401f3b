/** Values that steps use: IDs of what the run made, and values of lists, by name of a field or `group.field`. */
export type Values = Record<string, unknown>;
type Body = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: a body whose schema the run checks separately
type Received = any;

/** A thing that the run makes. */
interface Making {
  call: string;
  /** Where its ID is stored. */
  as: string;
  /** Something else that it contains, as other calls need it. */
  also?: { as: string; find: (body: Received) => unknown };
  /** Replaces fields of the contract's example. */
  input?: (values: Values) => Body;
  /** How it is removed at the end, which also checks that call. */
  remove?: { call: string; input?: (values: Values) => Body };
}

/** Values that a provider chooses, from reads that every account can make. A name that isn't found keeps the contract's example. */
export const sourceLists: { call: string; find: (body: Received) => Values }[] = [
  { call: 'provider.config', find: ({ config }) => ({ termsVersion: config?.terms?.version }) },
  {
    call: 'server.dataCenters',
    find: (list: Received[]) => ({
      datacenterId: (list.find((one) => one.available && one.isDefault) ?? list.find((one) => one.available))?.id,
    }),
  },
  {
    call: 'server.osList',
    find: (list: Received[]) => {
      const { id, type, version } = list.find((one) => one.type === 'debian') ?? list[0];
      return { os: { id, type, version } };
    },
  },
  {
    call: 'payment.gateways',
    find: ({ gateways }) => {
      const gateway = gateways.find((one: Received) => one.enabled);
      return { 'payment.gateway': gateway?.id, 'payment.amount': gateway && Math.max(gateway.min, 100_000) };
    },
  },
  {
    call: 'ticket.departments',
    find: ({ departments }) => ({ departmentId: departments[0]?.id, 'ticket.service': departments[0]?.services[0]?.id }),
  },
  { call: 'auth.profile', find: ({ profile }) => ({ userId: profile?.id }) },
];

/** What the run makes, in order: later ones use earlier ones. They are removed in the opposite order. */
export const makings: Making[] = [
  {
    call: 'domain.add',
    as: 'domainId',
    input: ({ domain }) => ({ name: domain }),
    remove: { call: 'domain.delete', input: ({ domain }) => ({ confirm: domain }) },
  },
  { call: 'dns.create', as: 'recordId', remove: { call: 'dns.delete' } },
  {
    call: 'cluster.create',
    as: 'clusterId',
    also: { as: 'cluster.serverId', find: ({ cluster }) => cluster?.servers[0]?.id },
    remove: { call: 'cluster.delete' },
  },
  { call: 'customPage.create', as: 'pageId', remove: { call: 'customPage.delete' } },
  { call: 'domainAlarm.create', as: 'domainAlarm.alarmId', remove: { call: 'domainAlarm.delete' } },
  { call: 'firewall.create', as: 'firewall.ruleId', remove: { call: 'firewall.delete' } },
  {
    call: 'firewallGroup.add',
    as: 'firewallGroup.groupId',
    input: ({ suffix }) => ({ title: `Conformance ${suffix}` }),
    remove: { call: 'firewallGroup.delete' },
  },
  { call: 'logForward.create', as: 'targetId', input: () => ({ enabled: false }), remove: { call: 'logForward.delete' } },
  { call: 'pageRule.create', as: 'pathId', input: () => ({ deploy: false }), remove: { call: 'pageRule.delete' } },
  { call: 'rateLimit.create', as: 'rateLimit.ruleId', input: () => ({ deploy: false }), remove: { call: 'rateLimit.delete' } },
  {
    call: 'ssl.create',
    as: 'sslId',
    input: ({ certificate, privateKey }) => ({ certificate, privateKey }),
    remove: { call: 'ssl.delete' },
  },
  { call: 'waf.createRule', as: 'waf.ruleId', remove: { call: 'waf.deleteRule' } },
  { call: 'waf.createException', as: 'exceptionId', input: () => ({ deploy: false }), remove: { call: 'waf.deleteException' } },
  {
    call: 'sshKey.create',
    as: 'sshKeyId',
    input: ({ publicKey, suffix }) => ({ name: `conformance-${suffix}`, publicKey }),
    remove: { call: 'sshKey.remove' },
  },
  {
    call: 'network.create',
    as: 'networkId',
    input: ({ suffix, cidr }) => ({ name: `conformance-${suffix}`, cidr }),
    remove: { call: 'network.delete' },
  },
  {
    call: 'serverFirewall.add',
    as: 'serverFirewall.groupId',
    // Without the rules of a template, the rule of the run is the only one.
    input: ({ suffix }) => ({ title: `Conformance ${suffix}`, template: undefined }),
    remove: { call: 'serverFirewall.delete' },
  },
  { call: 'serverFirewall.createRule', as: 'serverFirewall.ruleId', remove: { call: 'serverFirewall.deleteRule' } },
  {
    call: 'serverOrder.create',
    as: 'serverId',
    input: ({ sshKeyId, networkId, serverName }) => ({
      nameServer: serverName,
      password: { type: 'sshKey', sshKeyIds: [sshKeyId] },
      networkId,
    }),
    remove: { call: 'serverAction.delete', input: ({ serverName }) => ({ confirm: serverName }) },
  },
  { call: 'alarm.create', as: 'alarm.alarmId', remove: { call: 'alarm.delete' } },
  {
    call: 'volume.create',
    as: 'volumeId',
    remove: { call: 'volume.remove', input: () => ({ confirm: 'uploads' }) },
  },
  { call: 'snapshot.create', as: 'snapshotId', remove: { call: 'snapshot.delete' } },
  { call: 'backup.create', as: 'backupId', remove: { call: 'backup.delete' } },
  {
    call: 'space.create',
    as: 'spaceId',
    input: ({ spaceName }) => ({ name: spaceName }),
    remove: { call: 'space.delete', input: ({ spaceName }) => ({ confirm: spaceName }) },
  },
  { call: 'spaceKey.add', as: 'keyId', remove: { call: 'spaceKey.remove' } },
  {
    call: 'spaceObject.upload',
    as: 'object',
    remove: { call: 'spaceObject.delete', input: () => ({ keys: ['uploads/example.txt', 'docs/readme.txt'] }) },
  },
  {
    call: 'spaceObject.link',
    as: 'linkId',
    input: () => ({ key: 'uploads/example.txt' }),
    remove: { call: 'spaceKey.revoke' },
  },
  { call: 'invoice.createProforma', as: 'invoiceId', remove: { call: 'invoice.cancelProforma' } },
  { call: 'payment.create', as: 'paymentId' },
  { call: 'archive.create', as: 'archiveId' },
  {
    call: 'allowedIp.add',
    as: 'allowedIpId',
    input: ({ suffix }) => ({ ip: `2001:db8:${String(suffix).slice(0, 4)}::/48` }),
    remove: { call: 'allowedIp.remove' },
  },
  {
    call: 'apiKey.add',
    as: 'apiKeyId',
    input: ({ suffix }) => ({ name: `Conformance ${suffix}` }),
    remove: { call: 'apiKey.remove' },
  },
  { call: 'dataExport.create', as: 'exportId' },
  { call: 'upload.file', as: 'fileId', input: ({ suffix }) => ({ draft: `conformance-${suffix}` }), remove: { call: 'upload.delete' } },
  { call: 'ticket.create', as: 'ticketId', input: () => ({ title: 'Conformance test' }) },
  {
    call: 'webhook.create',
    as: 'webhookId',
    input: ({ suffix }) => ({ url: `https://hooks.nasim.example/${suffix}` }),
    remove: { call: 'webhook.delete' },
  },
];

/** Inputs of other calls that differ from the contract's example, beyond IDs and the name of the domain. */
export const inputs: Record<string, (values: Values) => Body> = {
  'cluster.unassign': ({ recordId }) => ({ routeId: recordId }),
  'dns.batch': ({ recordId }) => ({
    updates: [{ recordId, ttl: 600 }],
    creates: [{ name: 'batch', type: 'A', content: '203.0.113.33' }],
  }),
  'apiKey.edit': ({ suffix }) => ({ name: `Conformance ${suffix}, edited` }),
  'firewallGroup.edit': ({ suffix }) => ({ title: `Conformance ${suffix}, edited` }),
  'network.edit': ({ suffix }) => ({ name: `conformance-${suffix}-b` }),
  // A size on trial would refuse every other change of the server.
  'serverAction.resize': () => ({ keepDisk: false }),
  'serverFirewall.edit': ({ suffix }) => ({ title: `Conformance ${suffix}, edited` }),
  // Its removal confirms the name.
  'volume.edit': () => ({ name: 'uploads' }),
  'sshKey.edit': ({ suffix }) => ({ name: `conformance-${suffix}-b` }),
  'domain.check': ({ domain }) => ({ name: `other-${domain}` }),
  ...Object.fromEntries(
    [
      'spaceObject.get',
      'spaceObject.download',
      'spaceObject.rename',
      'spaceVersion.list',
      'spaceVersion.download',
      'spaceVersion.restore',
    ].map((call) => [call, () => ({ key: 'uploads/example.txt' })]),
  ),
};

const reaches = 'it would reach the staff of the provider';
const mails = 'it would send a message to an address that isn’t the account’s';
const costs = 'it would buy something for a month';
/** Calls that aren't sent with valid input, and why. Their refusals are checked. */
export const notSent: Record<string, string> = {
  'auth.register': 'it would create another account',
  'auth.forgot': mails,
  'auth.login': 'the run signs in with it',
  'closing.request': 'it would close the account',
  'contact.send': reaches,
  'dedicatedIp.request': reaches,
  'device.removeOthers': 'it would end other sessions of the account',
  'password.change': 'it would change the password',
  'password.confirm': 'the password is sent only to sign in',
  'invoice.pay': 'it would spend credit',
  'plan.activate': costs,
  'profile.changeEmail': mails,
  'profile.changeMobile': mails,
  'serverAction.rescue': 'the server would stay in the rescue system',
  'serverTransfer.offer': mails,
  'space.setVersioning': 'deleted objects would stay in the space as versions',
  'supportPlan.activate': costs,
  'supportPlan.consulting': reaches,
  'team.invite': mails,
  'twoFactor.qr': 'it would begin to set up a second step',
  'twoFactor.sendCode': 'it would send a code',
  'allowedIp.toggle': 'it could lock the account out',
};

const byPlan = 'it depends on the plan of the domain';
const live = 'it needs a domain that uses the name servers of the provider';
const credit = 'it depends on the credit of the account';
const state = 'it depends on the state of the server';
const content = 'the run has no such item';
const dependsOn = (reason: string, ...calls: string[]) => calls.map((call) => [call, reason] as const);
/** Calls whose success depends on more than the run can arrange. They may be refused instead, as the contract lists it. */
export const depends: Record<string, string> = Object.fromEntries([
  ...dependsOn(content, 'server.removeIp', 'server.moveIp', 'server.reverseDns', 'serverFirewall.reorderRules'),
  ...dependsOn(byPlan, 'logForward.create', 'cnameSetup.update', 'dnssec.enable', 'ns.update', 'waf.createRule', 'waf.createException'),
  ...dependsOn(byPlan, 'cluster.create', 'customPage.create', 'pageRule.create', 'rateLimit.create', 'domainAlarm.create', 'ssl.create'),
  ...dependsOn(live, 'domain.toggle', 'domain.verify', 'ssl.request', 'ssl.attach', 'ssl.detach', 'ns.verify', 'dnssec.verify'),
  ...dependsOn(content, 'domain.restore', 'draft.deploy', 'dedicatedIp.withdraw', 'ticket.diagnostics', 'ticket.rate', 'voucher.apply'),
  ...dependsOn(content, 'voucher.check', 'voucher.clear', 'payment.sandboxChoose', 'autoTopUp.update', 'autoTopUp.removeCard'),
  ...dependsOn(content, 'archive.create', 'archive.download', 'ticket.attachment', 'dataExport.download', 'dataExport.create'),
  ...dependsOn(
    credit,
    'serverOrder.create',
    'serverOrder.quote',
    'volume.create',
    'volume.resize',
    'backup.updateSchedule',
    'server.addIp',
    'space.create',
  ),
  ...[...'powerOn powerOff restart reboot rescue reload rebuild changePassword resize batch'.split(' ')].map(
    (name) => [`serverAction.${name}`, state] as const,
  ),
  ...dependsOn(
    state,
    'server.password',
    'server.reverseDns',
    'serverConsole.open',
    'serverConsole.close',
    'space.attach',
    'space.detach',
    'snapshot.create',
  ),
  ...dependsOn(
    state,
    'snapshot.restore',
    'backup.create',
    'backup.restore',
    'volume.attach',
    'volume.detach',
    'network.attach',
    'network.detach',
  ),
  ...dependsOn(
    state,
    'serverFirewall.attach',
    'serverFirewall.detach',
    'spaceVersion.delete',
    'spaceVersion.restore',
    'backup.delete',
    'snapshot.delete',
  ),
]);
