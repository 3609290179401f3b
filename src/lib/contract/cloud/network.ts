import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { readPrivateRange } from '../../rules/cloud/cidr.ts';
import { actionFaults } from '../../rules/cloud/server/actions.ts';
import { isFault } from '../../rules/core/fault.ts';
import { TypedAddress, typed } from '../address.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { keyWith } from '../issue.ts';

const Name = z
  .string()
  .trim()
  .min(1, key('network:error.name'))
  .max(60, keyWith('network:error.nameLong', { max: 60 }));

const Cidr = typed((text) => {
  const range = readPrivateRange(text);
  return isFault(range) ? range : { text: range.cidr };
}).describe('A private IPv4 range of /16 to /29. Host bits are cleared.');

export const NetworkForm = z.object({ name: Name, cidr: Cidr, datacenterId: z.int() });
export const NetworkNameForm = z.object({ name: Name });

export const PrivateNetwork = z
  .object({
    id: Id,
    name: z.string(),
    cidr: z.string(),
    datacenterId: z.int(),
    dataCenter: z.string().describe('Name of the data center.'),
    servers: z.array(z.object({ serverId: Id, name: z.string(), ip: z.string() })),
    capacity: z.int().describe('Maximum number of servers in the network.'),
    createdAt: Time,
  })
  .meta({ id: 'PrivateNetwork' });
export type PrivateNetwork = z.output<typeof PrivateNetwork>;

const answer = z.object({ network: PrivateNetwork });
const moved = z.object({ network: PrivateNetwork, taskId: Id });

export const network = group('network', 'server', {
  list: get('/server/network/list', {
    summary: 'List the private networks of the account',
    area: 'servers',
    output: z.object({ networks: z.array(PrivateNetwork), limit: z.int().describe('Maximum number of networks per account.') }),
  }),
  create: post('/server/network/create', {
    summary: 'Add a private network',
    area: 'servers',
    input: NetworkForm,
    output: answer,
    success: 'network:created',
    errors: ['network:error.overlap', 'network:error.center', 'network:error.limit'],
    example: { name: 'cache', cidr: '10.30.0.0/24', datacenterId: 10 },
  }),
  edit: post('/server/network/edit', {
    idempotent: true,
    summary: 'Rename a private network',
    area: 'servers',
    input: NetworkNameForm.extend({ networkId: Id }),
    output: answer,
    success: 'network:edited',
    example: { networkId: demo.networkId, name: 'app' },
  }),
  delete: post('/server/network/delete', {
    summary: 'Delete a private network without servers',
    area: 'servers',
    input: z.object({ networkId: Id }),
    output: z.object({ done: z.literal(true) }),
    success: 'network:deleted',
    errors: ['network:error.inUse'],
    example: { networkId: demo.freeNetworkId },
  }),
  attach: post('/server/network/attach', {
    summary: 'Attach a server to a private network in its data center',
    area: 'servers',
    input: z.object({
      networkId: Id,
      serverId: Id,
      ip: TypedAddress.optional().describe('Defaults to the lowest free address.'),
    }),
    output: moved,
    success: 'network:attached',
    errors: [
      'network:error.attached',
      'network:error.otherCenter',
      'network:error.full',
      'network:error.ipTaken',
      'network:error.ip',
      ...actionFaults('change'),
    ],
    touches: ['server'],
    example: { networkId: demo.freeNetworkId, serverId: demo.serverId },
  }),
  detach: post('/server/network/detach', {
    summary: 'Detach a server from a private network',
    area: 'servers',
    input: z.object({ networkId: Id, serverId: Id }),
    output: moved,
    success: 'network:detached',
    errors: actionFaults('change'),
    touches: ['server'],
    example: { networkId: demo.networkId, serverId: demo.serverId },
  }),
});
