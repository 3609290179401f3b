import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../../browser/api/errors.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import type { RuleFormState } from './RuleFormShell.tsx';

interface RuleFormOptions<I, O, T> extends EditDialogForm {
  /** The saved item that the form was opened with; null for a new one. */
  initial: T | null;
  /** The form values of a saved item. */
  valuesOf: (item: T) => DefaultValues<I>;
  /**
   * Saves the validated values. `base` is the latest version known to the customer; send its `version`, so that the provider
   * reports a conflict with a change made elsewhere.
   */
  save: (values: O, options: { deploy: boolean; base: T | null }) => Promise<unknown>;
  /** The field of a `versionConflict` error that holds the current item. */
  conflictField?: string;
  /** Runs after the form was reset to the version that was saved elsewhere. */
  onAdopt?: (item: T) => void;
}

/**
 * A form in a dialog for an item that may also be changed elsewhere, with the buttons "Save" (value `draft`) and "Save and deploy".
 * @returns `theirs`: the version that was saved elsewhere, until the customer has chosen one; `state` is for `RuleFormShell`
 */
export function useRuleForm<I extends FieldValues, O, T>(form: UseFormReturn<I, unknown, O>, options: RuleFormOptions<I, O, T>) {
  const { initial, valuesOf, save, conflictField = 'item', onAdopt, onDirty, onDone } = options;
  const [base, setBase] = useState(initial);
  const [theirs, setTheirs] = useState<T | null>(null);
  const { isDirty } = form.formState;
  useUnsavedGuard(isDirty);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const [isDeploying, setIsDeploying] = useState(true);
  // Which button submitted the form. A ref, because state would still have the value of the previous render.
  const deploy = useRef(true);
  const { onSubmit, message, busy, faults } = useFormSubmit(form, async (values) => {
    try {
      await save(values, { deploy: deploy.current, base });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error:versionConflict') throw error;
      setTheirs(error.details[conflictField] as T); // the provider sends the current item with this error
      return;
    }
    onDirty(false);
    onDone();
  });
  const resolveConflict = () => {
    setBase(theirs);
    setTheirs(null);
  };
  const state: RuleFormState = {
    onSubmit(event: FormEvent) {
      const { submitter } = event.nativeEvent as SubmitEvent; // a submit event always is one
      deploy.current = submitter?.getAttribute('value') !== 'draft';
      setIsDeploying(deploy.current);
      return onSubmit(event);
    },
    message,
    faults,
    saving: busy && !isDeploying,
    deploying: busy && isDeploying,
    onRetain: resolveConflict,
    onAdopt() {
      if (theirs) {
        form.reset(valuesOf(theirs));
        onAdopt?.(theirs);
      }
      resolveConflict();
    },
  };
  return { base, theirs, state };
}
