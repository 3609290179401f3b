import type { z } from 'zod';
import type { TKey, TParams } from '../i18n/keys.ts';

export interface Issue {
  /** Dotted path of the field; empty for the whole input. */
  field: string;
  key: TKey;
  params: TParams;
}

const paramsOf = new Map<string, TParams>();

/**
 * A key with the values that its text says, for checks of which zod tells none (a union) or only one (the limit that was passed). The
 * values are the key's wherever it stands, so it is no general one.
 */
export function keyWith(name: TKey, params: TParams): TKey {
  paramsOf.set(name, params);
  return name;
}

const isKey = (text: string): text is TKey => /^[a-z][A-Za-z]*:[A-Za-z0-9_.]+$/.test(text);

/**
 * Turns what zod found into a text key with its params, the same in a form and in the provider, so that both say the same.
 * A schema's own message is a key (`key('dns:error.doubleDot')`); zod's built-in messages are replaced by general ones.
 */
export function toIssue(issue: z.core.$ZodIssue): Issue {
  const field = issue.path.map(String).join('.');
  const params: TParams = {};
  if ('maximum' in issue) params.max = Number(issue.maximum);
  if ('minimum' in issue) params.min = Number(issue.minimum);
  if (issue.code === 'custom') Object.assign(params, issue.params);
  if (isKey(issue.message)) return { field, key: issue.message, params: { ...params, ...paramsOf.get(issue.message) } };
  return { field, key: generalKey(issue), params };
}

function generalKey(issue: z.core.$ZodIssue): TKey {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'error:required' : 'error:invalid';
    case 'too_big':
      return issue.origin === 'string' ? 'error:tooLong' : issue.origin === 'array' ? 'error:tooMany' : 'error:tooBig';
    case 'too_small':
      return issue.origin === 'string' ? 'error:required' : issue.origin === 'array' ? 'error:required' : 'error:tooSmall';
    case 'invalid_value':
      return 'error:choice';
    default:
      return 'error:invalid';
  }
}
