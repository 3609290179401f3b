import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { REASON } from '../../rules/operator/credit.ts';
import { group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';

export const ViewForm = z.object({
  reason: z.string().trim().min(1, key('operatorView:error.reason')).max(REASON, key('error:tooLong')).describe('Shown to the customer.'),
  ticketId: Id.optional().describe('The customer’s ticket it is about.'),
});

/** For operators alone. While a view is open, the session acts for the customer and can’t change anything (docs/decisions/0035). */
export const operatorView = group('operatorView', null, {
  start: post('/operator/view/start', {
    summary: 'See the panel of a customer who allowed it, read-only, for at most 30 minutes (operators only)',
    input: ViewForm.extend({ customerId: Id }),
    output: z.object({ until: Time }),
    success: false,
    errors: [key('operatorView:error.noConsent'), key('operatorCustomer:error.self')],
    example: { customerId: demo.customerId, reason: 'To reproduce what ticket #1003 describes' },
  }),
  end: post('/operator/view/end', {
    summary: 'Leave the panel of a customer (operators only)',
    output: z.object({ customerId: Id }),
    success: false,
    errors: [key('operatorView:error.ended')],
    // The operator sees nobody’s panel.
    exampleStatus: 409,
  }),
});
