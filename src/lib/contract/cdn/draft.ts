import { z } from 'zod';
import { itemGroups, ruleCalls } from '../../rules/cdn/edge/ruleLists.ts';
import { get, group, post } from '../call.ts';
import { demo, Id } from '../fields.ts';
import { ofDomain } from './edge.ts';
import { confirmSelfBlock } from './firewall.ts';

export const Draft = z
  .object({
    id: Id,
    list: z.enum(itemGroups).describe('The list that the rule is in.'),
    title: z.string(),
    version: z.int().describe('Send it back to deploy exactly this.'),
    kind: z.enum(['new', 'changed']).describe('`new`: the edge has nothing of it. `changed`: the edge has an earlier form.'),
    changes: z
      .array(z.object({ label: z.string(), before: z.string(), after: z.string() }))
      .describe('What deploying changes, in the caller’s language; empty text: not set.'),
  })
  .meta({ id: 'Draft' });
export type Draft = z.output<typeof Draft>;

/** As many as the lists of a domain can have together. */
const maxDrafts = 5000;

export const draft = group('draft', 'domain', {
  list: get('/domain/draft/list', {
    summary: 'List the undeployed rules of a domain, with the changes that deploying them makes',
    input: ofDomain,
    output: z.object({ drafts: z.array(Draft) }),
    example: { domainId: demo.domainId },
  }),
  deploy: post('/domain/draft/deploy', {
    idempotent: true,
    summary: 'Deploy saved rules together; either all are deployed or none',
    input: ofDomain.extend({
      drafts: z
        .array(z.object({ id: Id, list: z.enum(itemGroups), version: z.int() }))
        .min(1)
        .max(maxDrafts),
      confirmSelfBlock,
    }),
    output: z.object({ deployed: z.int().describe('How many rules.') }),
    success: false,
    errors: ['draft:error.changed', 'draft:error.expired', 'firewall:error.selfBlock'],
    touches: ['domain', 'firewallGroup', ...ruleCalls, 'trace'],
    example: { domainId: demo.domainId, drafts: [{ id: demo.rateLimitIds[1], list: 'rateLimit', version: 1 }] },
  }),
});
