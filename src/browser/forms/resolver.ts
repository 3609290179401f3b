import { type FieldErrors, type FieldValues, type Resolver, type ResolverResult, set } from 'react-hook-form';
import type { z } from 'zod';
import { toIssue } from '../../lib/contract/issue.ts';
import { t } from '../../lib/i18n/react.tsx';

/** A contract schema for a form: both input and output are objects. */
export type FormSchema = z.ZodType<FieldValues, FieldValues>;

/** The name of errors of the whole input; the provider uses the same one. */
export const WHOLE = 'input';

/** A schema or a function that loads it: sign-in pages load theirs when the visitor starts typing, because zod is a fifth of their size. */
export type SchemaSource<S extends FormSchema> = S | (() => Promise<S>);

/**
 * Validates a form with a contract schema, so that the form and the provider report the same messages. Only the first error of a field
 * is reported. Messages are in the language of the page at the time of validation.
 */
export function fromSchema<S extends FormSchema>(source: SchemaSource<S>): Resolver<z.input<S>, unknown, z.output<S>> {
  return (values) => {
    if (typeof source !== 'function') return check(source, values);
    // After a rejection, react-hook-form would stay in its submitting state.
    return source().then(
      (schema) => check(schema, values),
      () => ({ values: {}, errors: fault<z.input<S>>(WHOLE, 'load', t('error:network')) }),
    );
  };
}

const fault = <I extends FieldValues>(name: string, type: string, message: string) => ({ [name]: { type, message } }) as FieldErrors<I>; // an error of the whole input

function check<S extends FormSchema>(schema: S, values: z.input<S>): ResolverResult<z.input<S>, z.output<S>> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return { values: parsed.data, errors: {} };
  const errors: Record<string, unknown> = {};
  const reported = new Set<string>();
  for (const issue of parsed.error.issues) {
    const { field, key, params } = toIssue(issue);
    const name = field || WHOLE;
    if (reported.has(name)) continue;
    reported.add(name);
    set(errors, name, { type: issue.code, message: t(key, params) });
  }
  return { values: {}, errors: errors as FieldErrors<z.input<S>> }; // built from the paths of this schema
}
