import { type FormEvent, useRef, useState } from 'react';
import { type FieldValues, get, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '../api/errors.ts';
import { WHOLE } from './resolver.ts';
import { applyRefusal } from './useContractForm.ts';

/**
 * Sends a form once at a time and keeps what was typed when it is refused. `message` belongs above the buttons.
 *
 * ```tsx
 * const create = useWrite(dns.create, { notices: 'form' });
 * const { onSubmit, message, busy } = useFormSubmit(form, (values) => create.mutateAsync({ domainId, ...values }));
 * ```
 */
export function useFormSubmit<I extends FieldValues, O>(form: UseFormReturn<I, unknown, O>, send: (values: O) => Promise<unknown>) {
  const [refusal, setRefusal] = useState<{ error: ApiError; message: string | null } | null>(null);
  const running = useRef(false);

  const onSubmit = async (event?: FormEvent) => {
    event?.preventDefault();
    // Enter works while the button is busy; a second call would do the same thing twice.
    if (running.current) return;
    running.current = true;
    setRefusal(null);
    try {
      await form.handleSubmit(send)();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal({ error, message: applyRefusal(form, error) });
    } finally {
      running.current = false;
    }
  };
  // What is wrong with the whole input has no field to stand at.
  const whole = get(form.formState.errors, `${WHOLE}.message`) as string | undefined; // as the resolver put it there
  return { onSubmit, message: refusal?.message ?? whole ?? null, error: refusal?.error ?? null, busy: form.formState.isSubmitting };
}
