import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../api/errors.ts';
import { useFormSubmit } from './useFormSubmit.ts';
import { useUnsavedGuard } from './useUnsavedGuard.ts';

interface RuleFormOptions<I, O, T> {
  /** What is edited, as it was when the form began; null: a new one. */
  begun: T | null;
  /** What the form holds of it. */
  valuesOf: (one: T) => DefaultValues<I>;
  /** Saves what was checked. `seen` is what the customer knows of; its version goes along, so that another one is told. */
  send: (checked: O, options: { deploy: boolean; seen: T | null }) => Promise<unknown>;
  /** Name under which a refusal answers what was saved elsewhere. */
  answered?: string;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

/**
 * A form in a dialog over something that others may change meanwhile, with "Save" (a button with the value `draft`) and "Save and
 * deploy". The dialog asks before it throws away what was typed; what was saved elsewhere is `theirs` until the customer has chosen.
 */
export function useRuleForm<I extends FieldValues, O, T>(form: UseFormReturn<I, unknown, O>, options: RuleFormOptions<I, O, T>) {
  const { begun, valuesOf, send, answered = 'item', onDirty, onDone } = options;
  const [seen, setSeen] = useState(begun);
  const [theirs, setTheirs] = useState<T | null>(null);
  const { isDirty } = form.formState;
  useUnsavedGuard(isDirty);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const [deploys, setDeploys] = useState(true);
  // The button that sent the form; state would be that of the render before.
  const wanted = useRef(true);
  const { onSubmit, message, busy } = useFormSubmit(form, async (checked) => {
    try {
      await send(checked, { deploy: wanted.current, seen });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error:versionConflict') throw error;
      setTheirs(error.details[answered] as T); // the provider answers it as it is now
      return;
    }
    onDirty(false);
    onDone();
  });
  const submit = (event: FormEvent) => {
    const { submitter } = event.nativeEvent as SubmitEvent; // of a form's submission
    wanted.current = submitter?.getAttribute('value') !== 'draft';
    setDeploys(wanted.current);
    return onSubmit(event);
  };
  /** The customer knows of the other form now. */
  const know = () => {
    setSeen(theirs);
    setTheirs(null);
  };
  return {
    submit,
    seen,
    theirs,
    /** For the end of the form: `ui/RuleFormEnd`. */
    end: {
      message,
      saving: busy && !deploys,
      deploying: busy && deploys,
      onKeep: know,
      onTake: () => {
        if (theirs) form.reset(valuesOf(theirs));
        know();
      },
    },
  };
}
