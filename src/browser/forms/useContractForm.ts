import { type DefaultValues, type FieldPath, type FieldValues, get, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { isForForm } from '../api/client.ts';
import type { ApiError } from '../api/errors.ts';
import { type FormSchema, fromSchema, type SchemaSource } from './resolver.ts';

interface Options<S extends FormSchema> {
  schema: SchemaSource<S>;
  /**
   * Leave a text field out when the server renders the form: its text may be there before the script is, from the visitor or
   * from a password manager, and a default would erase it.
   */
  defaultValues?: DefaultValues<z.input<S>>;
  /** `blur`: a field is checked when it is left, from then on with each key. `submit`: nothing is reported before the first attempt. */
  check?: 'blur' | 'submit';
}

export type ContractForm<S extends FormSchema> = UseFormReturn<z.input<S>, unknown, z.output<S>>;

/** A form on a schema of the contract; `useFormSubmit` sends it. */
export function useContractForm<S extends FormSchema>({ schema, defaultValues, check = 'blur' }: Options<S>): ContractForm<S> {
  return useForm<z.input<S>, unknown, z.output<S>>({
    resolver: fromSchema(schema),
    mode: check === 'blur' ? 'onTouched' : 'onSubmit',
    reValidateMode: 'onChange',
    // `useFormSubmit` does it; React Hook Form would repeat it later, when the visitor may be in another field.
    shouldFocusError: false,
    ...(defaultValues && { defaultValues }),
  });
}

/** The type of a fault that only the provider finds. */
export const REFUSED = 'provider';

/**
 * Puts what the provider refused on the fields that the form has. Returns the message that
 * belongs above the buttons: null when the fields show all errors, or when a snackbar has shown it.
 */
export function applyRefusal<I extends FieldValues, O>(form: UseFormReturn<I, unknown, O>, error: ApiError): string | null {
  if (!isForForm(error)) return null;
  const values = form.getValues();
  const faults = Object.entries(error.fields);
  const known = faults.filter(([name]) => get(values, name) !== undefined);
  for (const [name, message] of known) form.setError(name as FieldPath<I>, { type: REFUSED, message }); // the form has such a value
  const unmatchedErrors = faults.find(([name]) => get(values, name) === undefined);
  if (unmatchedErrors) return unmatchedErrors[1];
  return known.length > 0 ? null : error.message;
}
