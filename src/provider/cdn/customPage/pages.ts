import type { CustomPage, WholePage } from '../../../lib/contract/cdn/customPage.ts';
import { iso } from '../../../lib/time.ts';
import type { CustomPageRow } from '../../db/schema.ts';

export const toPage = ({ id, kind, statusCode, title, enabled, size, version, updatedAt }: Omit<CustomPageRow, 'html'>): CustomPage => ({
  id,
  kind,
  ...(statusCode > 0 && { statusCode }),
  title,
  enabled,
  size,
  version,
  updatedAt: iso(updatedAt),
});
export const toWhole = (row: CustomPageRow): WholePage => ({ ...toPage(row), html: row.html });
