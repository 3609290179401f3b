import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { consultingLevels, supportPeriods } from '../../rules/core/supportPrices.ts';
import { consultingHours, supportPlanCodes } from '../../rules/support/plans.ts';
import { get, group, post } from '../call.ts';
import { Mills, Time } from '../fields.ts';
import { Text, Ticket, TicketForm } from './ticket.ts';

const replyHours = z.int().describe('Target time of the first reply to a ticket, in hours.');
const Current = z.object({
  plan: z.enum(supportPlanCodes),
  replyHours: z.int(),
  endsAt: Time.nullable().describe('Null: included in every account.'),
});
/** What is sold, at the prices in force. */
const offered = {
  plans: z.array(
    z.object({
      id: z.enum(supportPlanCodes),
      price: z.object({ month: Mills, year: Mills }).nullable().describe('Null: included in every account.'),
      replyHours,
    }),
  ),
  consulting: z.object({ standard: Mills, expert: Mills }).describe('Prices per hour.'),
};

export const ConsultingForm = z.object({
  level: z.enum(consultingLevels),
  hours: z.coerce.number().int().min(consultingHours.min).max(consultingHours.max),
  subject: TicketForm.shape.title,
  message: Text.describe('Markdown.'),
});

export const supportPlan = group('supportPlan', 'ticket', {
  list: get('/support/plan/list', {
    summary: 'List the support plans, with the current plan of the account',
    output: z.object({ ...offered, current: Current }),
  }),
  publicList: get('/support/plan/publicList', {
    summary: 'List the support plans and the prices of consulting',
    access: 'public',
    output: z.object(offered),
  }),
  activate: post('/support/plan/activate', {
    summary: 'Pay for a period of a support plan. It is not renewed automatically.',
    input: z.object({
      plan: z.enum(supportPlanCodes),
      period: z.enum(supportPeriods),
      shown: Mills.optional().describe('The price that the customer was shown. If it has changed, nothing is charged (409).'),
    }),
    output: z.object({ current: Current }),
    money: true,
    touches: ['wallet'],
    success: 'supportPlan:activated',
    errors: [
      key('supportPlan:error.balance'),
      key('supportPlan:error.included'),
      key('supportPlan:error.lower'),
      key('supportPlan:error.changed'),
    ],
    example: { plan: 'priority', period: 'month' },
  }),
  consulting: post('/support/consulting/request', {
    summary: 'Request consulting hours. This opens a ticket; nothing is charged before both sides agree.',
    input: ConsultingForm,
    output: z.object({ ticket: Ticket }),
    touches: ['ticket'],
    success: 'supportPlan:consulting.requested',
    example: { level: 'standard', hours: 2, subject: 'Moving three domains', message: 'We would like to move three domains next month.' },
  }),
});
