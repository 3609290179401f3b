import { type FieldErrors, type FieldValues, type Resolver, type ResolverResult, set } from 'react-hook-form';
import type { z } from 'zod';
import { toIssue } from '../contract/issue.ts';
import { t } from '../i18n/react.tsx';

/** A schema of the contract that a form can fill in: an object in, an object out. */
export type FormSchema = z.ZodType<FieldValues, FieldValues>;

/** Where a fault of the whole input stands among the errors; the provider uses the same name. */
export const WHOLE = 'input';

/** A schema, or where to get it: sign-in pages fetch theirs when the visitor begins to type, as zod is a fifth of what they weigh. */
export type SchemaSource<S extends FormSchema> = S | (() => Promise<S>);

/**
 * Checks a form with a schema of the contract, so that the form and the provider report the same messages. The first error of a field
 * counts. Messages are in the language of the page at the time of the check.
 */
export function fromSchema<S extends FormSchema>(source: SchemaSource<S>): Resolver<z.input<S>, unknown, z.output<S>> {
  return (values) => {
    if (typeof source !== 'function') return check(source, values);
    // A rejection would leave react-hook-form submitting for ever.
    return source().then(
      (schema) => check(schema, values),
      () => ({ values: {}, errors: fault<z.input<S>>(WHOLE, 'load', t('error:network')) }),
    );
  };
}

const fault = <I extends FieldValues>(name: string, type: string, message: string) => ({ [name]: { type, message } }) as FieldErrors<I>; // of the whole input

function check<S extends FormSchema>(schema: S, values: z.input<S>): ResolverResult<z.input<S>, z.output<S>> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return { values: parsed.data, errors: {} };
  const errors: Record<string, unknown> = {};
  const seen = new Set<string>();
  for (const issue of parsed.error.issues) {
    const { field, key, params } = toIssue(issue);
    const name = field || WHOLE;
    if (seen.has(name)) continue;
    seen.add(name);
    set(errors, name, { type: issue.code, message: t(key, params) });
  }
  return { values: {}, errors: errors as FieldErrors<z.input<S>> }; // built by the paths of this schema
}
