import type { z } from 'zod';
import type { TKey, TParams } from '../i18n/keys.ts';

export interface Issue {
  /** Dotted path of the field; empty for the whole input. */
  field: string;
  key: TKey;
  params: TParams;
}

const issueParams = new Map<string, TParams>();

/**
 * A key with the params of its text, for checks where zod reports no params (a union) or only one (the exceeded limit). The
 * params belong to the key wherever it is used, so two schemas with different limits need two keys.
 * @throws Error when the key already has other params
 */
export function keyWith(name: TKey, params: TParams): TKey {
  const known = issueParams.get(name);
  if (known && JSON.stringify(known) !== JSON.stringify(params))
    throw new Error(`${name} is used with different params: ${JSON.stringify(known)} and ${JSON.stringify(params)}`);
  issueParams.set(name, params);
  return name;
}

const isKey = (text: string): text is TKey => /^[a-z][A-Za-z]*:[A-Za-z0-9_.]+$/.test(text);

/**
 * Maps a zod issue to a text key with params, identically in a form and in the provider.
 * A schema's own message is a key (`key('dns:error.doubleDot')`); zod's built-in messages are replaced by general keys.
 */
export function toIssue(issue: z.core.$ZodIssue): Issue {
  const field = issue.path.map(String).join('.');
  const params: TParams = {};
  if ('maximum' in issue) params.max = Number(issue.maximum);
  if ('minimum' in issue) params.min = Number(issue.minimum);
  if (issue.code === 'custom') Object.assign(params, issue.params);
  if (isKey(issue.message)) return { field, key: issue.message, params: { ...params, ...issueParams.get(issue.message) } };
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
