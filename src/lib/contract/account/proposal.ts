import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { proposable, proposalStates } from '../../rules/core/proposals.ts';
import { get, group, post } from '../call.ts';
import { Change } from '../core/log.ts';
import { demo, Id, Time } from '../fields.ts';

const Proposal = z
  .object({
    id: Id,
    keyName: z.string().describe('The API key that made it, and in whose name the change is made.'),
    call: z.enum(proposable),
    arguments: z.record(z.string(), z.unknown()).describe('The input of the call.'),
    reason: z.string().describe('Why, in the words of the program.'),
    changes: z.array(Change).describe('What the call would have changed when it was proposed.'),
    state: z.enum(proposalStates),
    createdAt: Time,
    expiresAt: Time,
    decidedAt: Time.nullable(),
    decidedBy: z.string().nullable().describe('Email address of the person.'),
  })
  .meta({ id: 'Proposal' });
export type Proposal = z.infer<typeof Proposal>;

const ofProposal = z.object({ proposalId: Id });
const proposed = z.object({ proposal: Proposal });
const example = { proposalId: 'no-proposal' };

export const proposal = group('proposal', 'account', {
  create: post('/proposal/create', {
    summary: 'Propose a change: a person sees what it would change, and approves or rejects it',
    everyKey: true,
    input: z.object({
      call: z.enum(proposable).describe('The call to make on approval. The key needs write access to its area.'),
      arguments: z.record(z.string(), z.unknown()).describe('The input of the call, which is checked at once.'),
      reason: z.string().trim().min(1, key('error:required')).max(500, key('error:tooLong')).describe('Shown to the person.'),
    }),
    output: proposed,
    success: false,
    errors: ['proposal:error.keyOnly', 'proposal:error.nothing', 'proposal:error.limit'],
    example: {
      call: 'dns.create',
      arguments: { domainId: demo.domainId, name: 'shop', type: 'A', content: '203.0.113.30' },
      reason: 'The shop moves to its own name.',
    },
    // A session makes changes itself.
    exampleStatus: 409,
  }),
  get: get('/proposal/get', {
    summary: 'Get a proposal; a key gets its own ones',
    everyKey: true,
    input: ofProposal,
    output: proposed,
    example,
    exampleStatus: 404,
  }),
  list: get('/proposal/list', {
    summary: 'List the newest proposals of API keys, those that wait for a decision first',
    output: z.object({ proposals: z.array(Proposal) }),
  }),
  approve: post('/proposal/approve', {
    summary: 'Approve a proposal: its change is made in the name of the key, unless what it changes has changed since',
    input: ofProposal,
    output: proposed,
    success: 'proposal:approved',
    errors: ['proposal:error.decided', 'proposal:error.keyEnded', 'proposal:error.changed'],
    touches: ['domain', 'dns', 'pageRule', 'cache', 'server'],
    example,
    exampleStatus: 404,
  }),
  reject: post('/proposal/reject', {
    summary: 'Reject a proposal',
    input: ofProposal,
    output: proposed,
    success: 'proposal:rejected',
    errors: ['proposal:error.decided'],
    example,
    exampleStatus: 404,
  }),
});
