import { type FormEvent, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../api/errors.ts';
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
  const [message, setMessage] = useState<string | null>(null);
  const running = useRef(false);

  const onSubmit = async (event?: FormEvent) => {
    event?.preventDefault();
    // Enter works while the button is busy; a second call would do the same thing twice.
    if (running.current) return;
    running.current = true;
    setMessage(null);
    try {
      await form.handleSubmit(send)();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setMessage(applyRefusal(form, error));
    } finally {
      running.current = false;
    }
  };
  return { onSubmit, message, busy: form.formState.isSubmitting };
}
