import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { families, readRange } from '../../rules/cloud/cidr.ts';
import { directions, hasPorts, maxRules, ruleActions, templates, transports } from '../../rules/cloud/firewall.ts';
import { actionFaults } from '../../rules/cloud/server/actions.ts';
import { isFault } from '../../rules/core/fault.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time, Warning } from '../fields.ts';
import { keyWith } from '../issue.ts';

const Title = z
  .string()
  .trim()
  .min(1, key('serverFirewall:error.title'))
  .max(60, keyWith('serverFirewall:error.titleLong', { max: 60 }));
const Description = z
  .string()
  .trim()
  .max(200, keyWith('serverFirewall:error.descriptionLong', { max: 200 }));

const port = key('serverFirewall:error.port');
const Port = z.int(port).min(1, port).max(65_535, port).nullish();

const ruleFields = z.object({
  direction: z.enum(directions),
  protocol: z.enum(families),
  transport: z.enum(transports),
  portFrom: Port.describe('For tcp and udp; if omitted, all ports.'),
  portTo: Port.describe('If omitted, a single port.'),
  source: z
    .string()
    .max(64, key('error:tooLong'))
    .describe('An IPv4 or IPv6 range: the source of incoming or the destination of outgoing traffic. Host bits are cleared.'),
  action: z.enum(ruleActions),
  description: Description.default(''),
});

type Fields = z.output<typeof ruleFields>;
function checkRule({ protocol, transport, portFrom, portTo, source }: Fields, ctx: z.RefinementCtx): void {
  const refuse = (path: keyof Fields, message: ReturnType<typeof key>, params = {}) =>
    ctx.addIssue({ code: 'custom', path: [path], message, params });
  if (!hasPorts(transport) && (portFrom || portTo)) refuse('portFrom', key('serverFirewall:error.noPorts'));
  if (portTo && !portFrom) refuse('portFrom', key('serverFirewall:error.portFrom'));
  if (portTo && portFrom && portTo < portFrom) refuse('portTo', key('serverFirewall:error.portOrder'));
  const range = readRange(source);
  if (isFault(range))
    refuse('source', range.key as ReturnType<typeof key>, range.params); // a fault's key is a text
  else if (range.family !== protocol) refuse('source', key(`serverFirewall:error.${protocol}`));
}
const canonical = <T extends Fields>(rule: T) => {
  const range = readRange(rule.source);
  return { ...rule, portFrom: rule.portFrom ?? null, portTo: rule.portTo ?? null, source: isFault(range) ? rule.source : range.cidr };
};

export const ServerRuleForm = ruleFields.superRefine(checkRule).transform(canonical);
export const FirewallAddForm = z.object({
  title: Title,
  description: Description.default(''),
  template: z.enum(templates).default('empty'),
});
export const FirewallEditForm = z.object({ title: Title, description: Description });

export const FirewallRuleOfServer = ruleFields
  .extend({
    id: Id,
    portFrom: z.int().nullable(),
    portTo: z.int().nullable(),
    description: z.string(),
    priority: z.int().describe('Starts at 1; rules are evaluated from 1 upward, and the first match decides.'),
  })
  .meta({ id: 'ServerFirewallRule' });
export type FirewallRuleOfServer = z.output<typeof FirewallRuleOfServer>;

export const ServerFirewall = z
  .object({
    id: Id,
    title: z.string(),
    description: z.string(),
    isDefault: z.boolean().describe('Default group for new servers.'),
    rules: z.array(FirewallRuleOfServer),
    servers: z.array(z.object({ id: Id, name: z.string() })),
    version: z.int().describe('Increases with each change; send it with an update.'),
    updatedAt: Time,
  })
  .meta({ id: 'ServerFirewall' });
export type ServerFirewall = z.output<typeof ServerFirewall>;

const expectedVersion = z.int().optional().describe('The version that the update is based on; 409 if it is outdated.');
const ofGroup = z.object({ groupId: Id });
const answer = z.object({ group: ServerFirewall });
const savedRule = z.object({
  rule: FirewallRuleOfServer,
  group: ServerFirewall,
  warnings: z.array(Warning).describe('The rule opens SSH, remote desktop, a database or all ports to every address.'),
});
const attached = z.object({ group: ServerFirewall, taskIds: z.array(Id) });
const area = 'firewalls';
const conflict = 'error:versionConflict';
const rule = { direction: 'in', protocol: 'ipv4', transport: 'tcp', portFrom: 8080, source: '203.0.113.0/24', action: 'allow' } as const;

export const serverFirewall = group('serverFirewall', 'server', {
  list: get('/server/firewall/list', {
    summary: 'List the firewall groups of the account',
    area,
    output: z.object({ groups: z.array(ServerFirewall), limit: z.int().describe('Maximum number of groups per account.') }),
  }),
  get: get('/server/firewall/get', {
    summary: 'Get a firewall group',
    area,
    input: ofGroup,
    output: answer,
    example: { groupId: demo.serverFirewallId },
  }),
  add: post('/server/firewall/add', {
    summary: 'Add a firewall group, empty or from a template',
    area,
    input: FirewallAddForm,
    output: answer,
    success: 'serverFirewall:added',
    errors: ['serverFirewall:error.taken', 'serverFirewall:error.limit'],
    example: { title: 'Admin', template: 'ssh' },
  }),
  edit: post('/server/firewall/edit', {
    idempotent: true,
    summary: 'Rename a firewall group, or make it the default',
    area,
    input: ofGroup.extend({
      title: Title.optional(),
      description: Description.optional(),
      isDefault: z.boolean().optional(),
      version: expectedVersion,
    }),
    output: answer,
    success: 'serverFirewall:edited',
    errors: ['serverFirewall:error.taken', conflict],
    example: { groupId: demo.serverFirewallId, title: 'Public web' },
  }),
  delete: post('/server/firewall/delete', {
    summary: 'Delete a firewall group that no server uses',
    area,
    input: ofGroup,
    output: z.object({ done: z.literal(true) }),
    success: 'serverFirewall:deleted',
    errors: ['serverFirewall:error.inUse'],
    example: { groupId: demo.freeServerFirewallId },
  }),
  createRule: post('/server/firewall/rule/create', {
    summary: 'Add a rule to a firewall group; it applies immediately to all servers that use the group',
    area,
    input: ofGroup
      .extend({
        ...ruleFields.shape,
        priority: z.int().min(1).max(maxRules).optional().describe('Position of the rule; defaults to the end.'),
        version: expectedVersion,
      })
      .superRefine(checkRule)
      .transform(canonical),
    output: savedRule,
    success: 'serverFirewall:ruleAdded',
    errors: ['serverFirewall:error.rules', conflict],
    example: { groupId: demo.serverFirewallId, ...rule },
  }),
  updateRule: post('/server/firewall/rule/update', {
    idempotent: true,
    summary: 'Change a rule',
    area,
    input: ofGroup
      .extend({ ...ruleFields.shape, ruleId: Id, version: expectedVersion })
      .superRefine(checkRule)
      .transform(canonical),
    output: savedRule,
    success: 'serverFirewall:ruleEdited',
    errors: [conflict],
    example: { groupId: demo.serverFirewallId, ruleId: demo.serverRuleId, ...rule },
  }),
  deleteRule: post('/server/firewall/rule/delete', {
    summary: 'Delete a rule',
    area,
    input: ofGroup.extend({ ruleId: Id, version: expectedVersion }),
    output: z.object({ done: z.literal(true), group: ServerFirewall }),
    success: 'serverFirewall:ruleDeleted',
    errors: [conflict],
    example: { groupId: demo.serverFirewallId, ruleId: demo.serverRuleId },
  }),
  reorderRules: post('/server/firewall/rule/reorder', {
    idempotent: true,
    summary: 'Reorder the rules of a group',
    area,
    input: ofGroup.extend({
      ids: z.array(Id).max(maxRules).describe('The IDs of all rules of the group, highest first.'),
      version: expectedVersion,
    }),
    output: z.object({ rules: z.array(FirewallRuleOfServer), group: ServerFirewall }),
    success: 'serverFirewall:reordered',
    errors: ['serverFirewall:error.order', conflict],
    example: { groupId: demo.serverFirewallId, ids: [demo.serverRuleId, demo.otherServerRuleId] },
  }),
  attach: post('/server/firewall/attach', {
    summary: 'Assign a firewall group to servers',
    area,
    input: ofGroup.extend({ serverIds: z.array(Id).min(1, key('serverFirewall:error.servers')).max(100) }),
    output: attached,
    success: 'serverFirewall:attached',
    errors: actionFaults('change'),
    touches: ['server'],
    example: { groupId: demo.freeServerFirewallId, serverIds: [demo.serverId] },
  }),
  detach: post('/server/firewall/detach', {
    summary: 'Remove a firewall group from servers',
    area,
    input: ofGroup.extend({ serverIds: z.array(Id).min(1, key('serverFirewall:error.servers')).max(100) }),
    output: attached,
    success: 'serverFirewall:detached',
    errors: actionFaults('change'),
    touches: ['server'],
    example: { groupId: demo.serverFirewallId, serverIds: [demo.serverId] },
  }),
});
