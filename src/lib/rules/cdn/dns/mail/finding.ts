import type { TKey, TParams } from '../../../../i18n/keys.ts';
import { clip } from '../../../core/fault.ts';

/** `wrong`: receivers can't use it. `weak`: it works but protects little. `note`: for information. */
export type Grade = 'wrong' | 'weak' | 'note';

/** A finding about a mail record, as a text key with its params. */
export interface Finding {
  grade: Grade;
  key: TKey;
  params: TParams;
}

export function finding(grade: Grade, key: TKey, params: TParams = {}): Finding {
  const short = Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? clip(value, 120) : value]);
  return { grade, key, params: Object.fromEntries(short) };
}

export type State = 'missing' | 'fine' | 'weak' | 'wrong';

/** The highest severity of the findings. */
export function worstState(findings: readonly Finding[]): State {
  if (findings.some(({ grade }) => grade === 'wrong')) return 'wrong';
  return findings.some(({ grade }) => grade === 'weak') ? 'weak' : 'fine';
}
