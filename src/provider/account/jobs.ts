import { z } from 'zod';
import { Id } from '../../lib/contract/fields.ts';
import { locales } from '../../lib/i18n/locales.ts';
import { job } from '../jobs/kind.ts';

const ResetCode = z.object({ id: Id, ip: z.string(), locale: z.enum(locales) });

export const accountJobs = {
  makeExport: job('account.export', z.object({ exportId: Id }), ({ exportId }) => exportId),
  runClosing: job('account.close', z.object({ accountId: Id }), ({ accountId }) => accountId),
  sendResetCode: job('account.resetCode', ResetCode, ({ id }) => id),
};
