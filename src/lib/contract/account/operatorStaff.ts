import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { staffRoles } from '../../rules/core/staff.ts';
import { get, group, post } from '../call.ts';
import { demo, Email, Id, Time } from '../fields.ts';

const StaffMember = z
  .object({
    id: Id.describe('The account of the operator.'),
    email: z.string(),
    name: z.string().describe('Empty: not given.'),
    role: z.enum(staffRoles),
    hasPassword: z.boolean().describe('False until somebody who was added without an account has set a password.'),
    twoFactor: z.boolean(),
    lastSeenAt: Time.nullable(),
    you: z.boolean(),
  })
  .meta({ id: 'StaffMember' });
export type StaffMember = z.infer<typeof StaffMember>;

const Role = z.enum(staffRoles, key('team:error.noRole'));
export const StaffForm = z.object({ email: Email, role: Role });
const staff = z.object({ staff: z.array(StaffMember) });
const one = { staffId: Id };
const lastAdmin = key('operatorStaff:error.lastAdmin');
const confirm = key('auth:error.confirm');

/** Who works for the provider. For administrators among the operators alone. */
export const operatorStaff = group('operatorStaff', 'account', {
  list: get('/operator/staff/list', { summary: 'List the operators with their roles (administrators only)', output: staff }),
  add: post('/operator/staff/add', {
    summary: 'Make a person an operator; without an account, they get one and an email about setting a password (administrators only)',
    input: StaffForm,
    output: staff,
    success: key('operatorStaff:added'),
    touches: ['operatorCustomer'],
    errors: [confirm, key('operatorStaff:error.isStaff'), key('operatorStaff:error.unusable')],
    example: { email: 'colleague@nasim.example', role: 'support' },
  }),
  setRole: post('/operator/staff/role', {
    idempotent: true,
    summary: 'Change the role of an operator; it applies to their next call (administrators only)',
    input: z.object({ ...one, role: Role }),
    output: staff,
    success: key('operatorStaff:changed'),
    errors: [confirm, lastAdmin],
    example: { staffId: demo.domainId, role: 'billing' },
    exampleStatus: 404,
  }),
  remove: post('/operator/staff/remove', {
    summary: 'Make an operator a customer again, and end all their sessions (administrators only)',
    input: z.object(one),
    output: staff,
    success: key('operatorStaff:removed'),
    touches: ['operatorCustomer', 'operatorTicket'],
    errors: [confirm, lastAdmin],
    example: { staffId: demo.domainId },
    exampleStatus: 404,
  }),
});
