import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { departmentLimits } from '../../rules/support/departments.ts';
import { get, group, post } from '../call.ts';
import { expectedVersion } from '../core/catalogPreview.ts';
import { OperatorTexts } from '../core/texts.ts';

const Title = OperatorTexts(departmentLimits.title, 'operatorDepartment:error.english');
const Retired = z.boolean().describe('New tickets can’t choose it. Tickets that have it keep it and show its name.');

/** A department or a service. */
export const TopicForm = z.object({
  id: z
    .string()
    .trim()
    .regex(/^[a-z][a-z0-9-]{1,31}$/, key('operatorDepartment:error.id'))
    .describe('Of tickets in the API and in exports. It never changes.'),
  title: Title,
  isRetired: Retired,
});

const used = {
  isRetired: Retired,
  tickets: z.int().describe('Number of tickets that have it.'),
  isRequired: z.boolean().describe('True if requests for consulting open their tickets there, so that it can’t be deleted.'),
};
const Topic = z.object({ id: z.string(), title: Title, ...used });
export const OperatorDepartment = Topic.extend({
  services: z.array(Topic),
  version: z.int().describe('Increases with each change of the department and its services.'),
}).meta({ id: 'OperatorDepartment' });
export type OperatorDepartment = z.infer<typeof OperatorDepartment>;
export type OperatorService = OperatorDepartment['services'][number];

const DepartmentId = z.string().max(64, key('error:invalid'));
const changed = z.object({ department: OperatorDepartment });
const conflict = key('error:versionConflict');
const last = key('operatorDepartment:error.last');
const inUse = [key('operatorDepartment:error.used'), key('operatorDepartment:error.consulting')];

/** The departments of tickets and their services. For operators alone; everybody else gets a 404. */
export const operatorDepartment = group('operatorDepartment', 'ticket', {
  list: get('/operator/department/list', {
    summary: 'List the departments of tickets with their services, retired ones included (operators only)',
    output: z.object({ departments: z.array(OperatorDepartment) }),
  }),
  create: post('/operator/department/create', {
    summary: 'Add a department (operators only). Customers can choose it once it has a service.',
    input: TopicForm,
    output: changed,
    success: key('operatorDepartment:saved'),
    touches: ['ticket'],
    errors: [key('operatorDepartment:error.duplicate'), key('operatorDepartment:error.tooMany')],
    example: { id: 'abuse', title: { en: 'Abuse', es: 'Abusos' }, isRetired: false },
  }),
  update: post('/operator/department/update', {
    idempotent: true,
    summary: 'Rename, retire or restore a department, and set its services in their order (operators only)',
    input: TopicForm.omit({ id: true }).extend({
      departmentId: DepartmentId,
      services: z
        .array(TopicForm)
        .max(departmentLimits.services, key('operatorDepartment:error.tooManyServices'))
        .refine((services) => new Set(services.map(({ id }) => id)).size === services.length, key('operatorDepartment:error.duplicate'))
        .describe('All of them. One that is missing is deleted, if no ticket has it.'),
      version: expectedVersion,
    }),
    output: changed,
    success: key('operatorDepartment:saved'),
    touches: ['ticket'],
    errors: [conflict, last, ...inUse],
    example: {
      departmentId: 'billing',
      title: { en: 'Billing and invoices' },
      isRetired: false,
      services: [
        { id: 'invoices', title: { en: 'Invoices' }, isRetired: false },
        { id: 'payments', title: { en: 'Payments' }, isRetired: true },
      ],
      version: 1,
    },
  }),
  reorder: post('/operator/department/reorder', {
    idempotent: true,
    summary: 'Set the order in which customers see the departments (operators only)',
    input: z.object({ ids: z.array(DepartmentId).max(100, key('error:invalid')).describe('The IDs of all departments.') }),
    output: z.object({ departments: z.array(OperatorDepartment) }),
    success: key('rules:reordered'),
    touches: ['ticket'],
    errors: [conflict],
    example: { ids: ['billing', 'technical', 'sales'] },
  }),
  delete: post('/operator/department/delete', {
    summary: 'Delete a department that no ticket has (operators only)',
    input: z.object({ departmentId: DepartmentId, version: expectedVersion }),
    output: z.object({}),
    success: key('operatorDepartment:deleted'),
    touches: ['ticket'],
    errors: [conflict, last, ...inUse],
    example: { departmentId: 'technical', version: 1 },
    // The demo data has tickets of it.
    exampleStatus: 409,
  }),
});
