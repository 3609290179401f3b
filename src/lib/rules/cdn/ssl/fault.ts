import type { TKey, TParams } from '../../../i18n/keys.ts';
import { iso } from '../../../time.ts';
import { fault as textOf } from '../../core/fault.ts';

/** The field names of the three texts of a certificate. */
export type SslField = 'certificate' | 'privateKey' | 'caBundle';

/** The same texts, corrected. */
export type Repair = Partial<Record<SslField, string>>;

/** Why a certificate is refused: the field, the message, and the corrected texts if possible. */
export interface SslFault {
  field: SslField;
  key: TKey;
  params: TParams;
  repair?: Repair;
}

export function sslFault(field: SslField, key: TKey, params: TParams = {}, repair?: Repair): SslFault {
  const { params: short } = textOf(key, params);
  return { field, key, params: short, ...(repair && { repair }) };
}

/** A date in ISO 8601, so that messages with it are the same in every language. */
export const day = (time: number): string => iso(time).slice(0, 10);
