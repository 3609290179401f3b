import type { TKey, TParams } from '../../../i18n/keys.ts';
import { fault as textOf } from '../../core/fault.ts';

/** What the form and the calls call the three texts of a certificate. */
export type SslField = 'certificate' | 'privateKey' | 'caBundle';

/** The same texts, put right. */
export type Repair = Partial<Record<SslField, string>>;

/** Why a certificate is refused: beside which field, in which words, and how the texts would be right when that can be told. */
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

/** A day as technical texts write it (ISO 8601): messages with it read the same in every language. */
export const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
