import { useEffect, useState } from 'react';
import type { DefaultValues, FieldPath, FieldPathValue } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '../api/errors.ts';
import type { FormSchema, SchemaSource } from './resolver.ts';
import { useContractForm } from './useContractForm.ts';
import { useFormSubmit } from './useFormSubmit.ts';
import { useUnsavedGuard } from './useUnsavedGuard.ts';

interface Options<S extends FormSchema, V extends { version: number | string }> {
  schema: SchemaSource<S>;
  /** As read last. */
  saved: V;
  valuesOf: (saved: V) => z.input<S>;
  /**
   * Saves what the form has, and returns the saved values. A version conflict has the current ones in its field `conflictField`.
   * @param start what the form started from
   */
  send: (values: z.output<S>, version: V['version'], start: V) => Promise<V>;
  conflictField: string;
  /** Default: a greater number. */
  isNewer?: (saved: V, start: V) => boolean;
}

/**
 * The form of settings that somebody else may change meanwhile. Without local edits it takes over what is saved; with them, `theirs` is
 * what somebody saved since the form started, for the customer to choose (`SettingsBar`).
 */
export function useVersionedForm<S extends FormSchema, V extends { version: number | string }>({
  schema,
  saved,
  valuesOf,
  send,
  conflictField,
  isNewer = (next, before) => Number(next.version) > Number(before.version),
}: Options<S, V>) {
  type Values = z.input<S>;
  /** The saved values that the form started from. */
  const [start, setStart] = useState(saved);
  const [theirs, setTheirs] = useState<V | null>(null);
  const form = useContractForm({ schema, defaultValues: valuesOf(saved) as DefaultValues<Values> });
  const values = form.watch();
  const dirty = Object.entries(valuesOf(start)).some(([name, value]) => JSON.stringify(value) !== JSON.stringify(values[name]));
  useUnsavedGuard(dirty);
  const rebase = (next: V) => {
    setStart(next);
    setTheirs(null);
  };
  const begin = (next: V) => {
    rebase(next);
    form.reset(valuesOf(next));
  };
  useEffect(() => {
    if (!dirty && isNewer(saved, start)) begin(saved);
  });
  const { error: _, ...submit } = useFormSubmit(form, async (checked) => {
    try {
      begin(await send(checked, start.version, start));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error:versionConflict') throw error;
      setTheirs(error.details[conflictField] as V); // the provider sends the current ones
    }
  });
  const set = <K extends FieldPath<Values>>(name: K, value: FieldPathValue<Values, K>) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return { form, values, start, dirty, theirs, rebase, begin, set, ...submit };
}
