import { z } from 'zod';
import { searchKinds } from '../../rules/operator/search.ts';
import { get, group } from '../call.ts';

const SearchResult = z
  .object({
    id: z.string(),
    title: z.string().describe('A name, an address or a number.'),
    detail: z.string().describe('More about it, such as a title or an IP address; empty: nothing.'),
    account: z.string().describe('Email address of the account.'),
    link: z.string().describe('A path of the panel.'),
  })
  .meta({ id: 'OperatorFound' });
export type SearchResult = z.infer<typeof SearchResult>;

/** Everything that an operator looks for, in one call. */
export const operatorSearch = group('operatorSearch', null, {
  find: get('/operator/search', {
    summary:
      'Find customers by email, name or phone, domains, servers by name or IP address, tickets by number or title, invoices by number and payments by reference (operators only)',
    input: z.object({ q: z.string().max(200) }),
    output: z.object({
      groups: z
        .array(z.object({ kind: z.enum(searchKinds), items: z.array(SearchResult), hasMore: z.boolean() }))
        .describe('The kinds with a result, of those that the caller’s role may see; none for fewer than two characters.'),
    }),
    example: { q: 'nasim' },
  }),
});
