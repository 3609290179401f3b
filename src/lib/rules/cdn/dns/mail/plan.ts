import type { Draft } from '../record.ts';
import { isDmarc, isSpf } from './kinds.ts';
import { isNullMx, type MailRecord } from './state.ts';

/** The changes of a setup, to be sent as one batch. */
export interface MailPlan<R> {
  creates: Draft[];
  updates: { record: R; content: string }[];
  deletes: R[];
}

const nothing = <R>(): MailPlan<R> => ({ creates: [], updates: [], deletes: [] });

/**
 * Replaces records of the same purpose: the first is updated and the others are deleted, so that there is never a
 * duplicate.
 */
function writeText<R extends MailRecord>(
  records: readonly R[],
  name: string,
  content: string,
  isSame: (content: string) => boolean,
): MailPlan<R> {
  const [first, ...others] = records.filter((one) => one.name === name && one.type === 'TXT' && isSame(one.content));
  if (!first) return { creates: [{ name, type: 'TXT', content, ttl: 'auto' }], updates: [], deletes: [] };
  return { creates: [], updates: first.content === content ? [] : [{ record: first, content }], deletes: others };
}

export const writeSpf = <R extends MailRecord>(records: readonly R[], content: string): MailPlan<R> =>
  writeText(records, '@', content, isSpf);

export const writeDmarc = <R extends MailRecord>(records: readonly R[], content: string): MailPlan<R> =>
  writeText(records, '_dmarc', content, isDmarc);

/** A key replaces every text at its selector. */
export const writeDkim = <R extends MailRecord>(records: readonly R[], name: string, content: string): MailPlan<R> =>
  writeText(records, name, content, () => true);

export const joinPlans = <R>(plans: readonly MailPlan<R>[]): MailPlan<R> => ({
  creates: plans.flatMap(({ creates }) => creates),
  updates: plans.flatMap(({ updates }) => updates),
  deletes: plans.flatMap(({ deletes }) => deletes),
});

/** A domain without mail: accepts none (RFC 7505), sends none, and mail claiming to be from it is rejected. */
export function writeNoMail<R extends MailRecord>(records: readonly R[]): MailPlan<R> {
  const mx = records.filter(({ name, type }) => name === '@' && type === 'MX');
  const nullMx = mx.find(isNullMx);
  const receiving: MailPlan<R> = {
    ...nothing(),
    creates: nullMx ? [] : [{ name: '@', type: 'MX', content: '.', priority: 0, ttl: 'auto' }],
    deletes: mx.filter((one) => one !== nullMx),
  };
  return joinPlans([receiving, writeSpf(records, 'v=spf1 -all'), writeDmarc(records, 'v=DMARC1; p=reject; sp=reject; adkim=s; aspf=s')]);
}

export const countItems = <R>({ creates, updates, deletes }: MailPlan<R>): number => creates.length + updates.length + deletes.length;
