import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '../api/errors.ts';
import { WHOLE } from './resolver.ts';
import { applyRefusal, REFUSED } from './useContractForm.ts';
import { useFaultFocus } from './useFaultFocus.ts';

/**
 * Sends a form once at a time and keeps unsaved input when it is refused. `message` belongs above the buttons.
 *
 * ```tsx
 * const create = useWrite(dns.create, { notices: 'form' });
 * const { onSubmit, message, busy } = useFormSubmit(form, (values) => create.mutateAsync({ domainId, ...values }));
 * ```
 */
export function useFormSubmit<I extends FieldValues, O>(form: UseFormReturn<I, unknown, O>, send: (values: O) => Promise<unknown>) {
  const [refusal, setRefusal] = useState<{ error: ApiError; message: string | null } | null>(null);
  const running = useRef(false);
  const showFault = useFaultFocus();
  useCorrections(form);

  const onSubmit = async (event?: FormEvent) => {
    event?.preventDefault();
    // Enter works while the button is busy; a second call would do the same thing twice.
    if (running.current) return;
    running.current = true;
    setRefusal(null);
    const element = event?.currentTarget;
    const from = document.activeElement;
    let isWrong = false;
    try {
      await form.handleSubmit(send, () => {
        isWrong = true;
      })();
      if (isWrong) showFault(element, from);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal({ error, message: applyRefusal(form, error) });
      showFault(element, from);
    } finally {
      running.current = false;
    }
  };
  // What is wrong with the whole input has no field to stand at.
  const whole = get(form.formState.errors, `${WHOLE}.message`) as string | undefined; // as the resolver put it there
  const { errors, isSubmitting, submitCount } = form.formState;
  return {
    onSubmit,
    message: refusal?.message ?? whole ?? null,
    error: refusal?.error ?? null,
    busy: isSubmitting,
    /** How many fields were found wrong when the form was sent; 0 before. */
    faults: submitCount > 0 && !isSubmitting ? faultsIn(errors).filter((name) => name !== WHOLE).length : 0,
  };
}

/** The names of wrong fields, those in groups included. What is wrong with the whole input is named `WHOLE`. */
function faultsIn(errors: object, group = ''): string[] {
  return Object.entries(errors).flatMap(([part, error]) => {
    if (part === 'root' || typeof error !== 'object' || error === null) return [];
    const name = group + part;
    // A fault has a type; a group of fields has its fields. An element that React Hook Form keeps beside a fault is neither.
    return 'type' in error && typeof error.type !== 'object' ? [name] : part === 'ref' ? [] : faultsIn(error, `${name}.`);
  });
}

/**
 * Clears faults that the last change has put right. React Hook Form checks a field again when that field changes, but not when the
 * change comes from `setValue` or is in another field of the same rule. What the provider refused is cleared with its own field.
 */
function useCorrections<I extends FieldValues, O>(form: UseFormReturn<I, unknown, O>): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback({ name: changed = '', errors = {} }) {
          const isChanged = (fault: string) => changed !== '' && `${fault}.`.startsWith(`${changed}.`);
          const faults = faultsIn(errors) as FieldPath<I>[]; // the paths of its errors
          const isRefused = (fault: string) => get(errors, `${fault}.type`) === REFUSED;
          const found = faults.filter((fault) => !isRefused(fault));
          form.clearErrors(faults.filter((fault) => isRefused(fault) && isChanged(fault)));
          if (found.length > 0) void form.trigger(found);
        },
      }),
    [form],
  );
}
