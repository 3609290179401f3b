import { z } from 'zod';
import { get, group } from '../call.ts';
import { Change } from '../core/log.ts';
import { Time } from '../fields.ts';

export const OperatorChange = Change.extend({
  by: z.string().describe('Email address of the operator, or the command on the server.'),
  account: z.string().nullable().describe('Email address of the affected account.'),
}).meta({ id: 'OperatorChange' });
export type OperatorChange = z.infer<typeof OperatorChange>;

const filters = z.object({
  by: z.string().max(254).optional().describe('Email address of an operator.'),
  from: Time.optional(),
  to: Time.optional().describe('End of the period, exclusive.'),
  q: z.string().max(200).optional().describe('Part of the name of the changed item, the operator or the account.'),
});

export const operatorLog = group('operatorLog', null, {
  list: get('/operator/log/list', {
    summary: 'List all operator actions, newest first (operators only)',
    input: filters.extend({
      cursor: z.string().max(100).optional().describe('`nextCursor` of the previous page.'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ logs: z.array(OperatorChange), operators: z.array(z.string()), nextCursor: z.string().nullable() }),
    example: { limit: 5 },
  }),
  export: get('/operator/log/export', {
    summary: 'Export the same entries as CSV, at most the newest 10,000 (operators only)',
    input: filters,
    output: z.object({ fileName: z.string(), csv: z.string(), complete: z.boolean().describe('False if there are more.') }),
    example: {},
  }),
});
