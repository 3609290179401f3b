import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type { z } from 'zod';
import { toIssue } from '../contract/issue.ts';
import { t } from '../i18n/react.tsx';

/** A schema of the contract that a form can fill in: an object in, an object out. */
export type FormSchema = z.ZodType<FieldValues, FieldValues>;

/** Where a fault of the whole input stands among the errors; the provider uses the same name. */
const WHOLE = 'input';

/**
 * Checks a form with a schema of the contract, so that the form and the provider say the same words. The first fault of a field
 * counts. Messages are said in the language of the page when the check runs.
 */
export function fromSchema<S extends FormSchema>(schema: S): Resolver<z.input<S>, unknown, z.output<S>> {
  return (values) => {
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
  };
}
