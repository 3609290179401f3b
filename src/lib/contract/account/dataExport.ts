import { z } from 'zod';
import { download, get, group, post } from '../call.ts';
import { Id, Time } from '../fields.ts';

export const exportStatuses = ['waiting', 'ready', 'failed'] as const;
/** Days that an export can be downloaded. */
export const exportDays = 7;
/** Exports of an account within 24 hours. */
export const exportsPerDay = 3;

export const DataExport = z
  .object({
    id: Id,
    status: z.enum(exportStatuses),
    createdAt: Time,
    expiresAt: Time.nullable().describe('Until when it can be downloaded; null while it isn’t ready.'),
    size: z.int().nullable().describe('Bytes; null while it isn’t ready.'),
  })
  .meta({ id: 'DataExport' });
export type DataExport = z.infer<typeof DataExport>;

export const dataExport = group('dataExport', 'account', {
  list: get('/auth/data/export/list', {
    summary: 'List the exports of the account’s data, newest first',
    output: z.object({ exports: z.array(DataExport) }),
  }),
  create: post('/auth/data/export', {
    summary: 'Start an export of all data of the account: a ZIP file of JSON files and invoices as PDFs',
    output: z.object({ export: DataExport, taskId: Id }),
    success: 'dataExport:started',
    touches: ['task'],
    errors: ['auth:error.confirm', 'dataExport:error.running', 'dataExport:error.tooMany'],
  }),
  download: download('/auth/data/export/download', {
    summary: 'Download an export that is ready, for 7 days',
    input: z.object({ exportId: Id }),
    example: { exportId: 'no-export' },
    exampleStatus: 404,
  }),
});
