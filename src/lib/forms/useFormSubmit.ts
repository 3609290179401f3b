import { type FormEvent, useRef, useState } from 'react';
import { type FieldValues, get, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '../api/errors.ts';
import { WHOLE } from './resolver.ts';
import { applyRefusal } from './useContractForm.ts';

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

  const onSubmit = async (event?: FormEvent) => {
    event?.preventDefault();
    // Enter works while the button is busy; a second call would do the same thing twice.
    if (running.current) return;
    running.current = true;
    setRefusal(null);
    const element = event?.currentTarget;
    try {
      await form.handleSubmit(send, () => focusFirstFault(element))();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal({ error, message: applyRefusal(form, error) });
      focusFirstFault(element);
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
    faults: submitCount > 0 && !isSubmitting ? countFaults(errors) : 0,
  };
}

/** Wrong fields, in groups of fields as well. What is wrong with the whole input is no field. */
function countFaults(errors: object): number {
  return Object.entries(errors).reduce((sum, [name, error]) => {
    if (name === WHOLE || name === 'root' || typeof error !== 'object' || error === null) return sum;
    // A fault has a type; a group of fields has its fields. An element that React Hook Form keeps beside a fault is neither.
    return sum + ('type' in error ? 1 : countFaults(error));
  }, 0);
}

const FIELD = 'input, select, textarea, button, [tabindex]';
const WRONG = '[aria-invalid="true"], [data-invalid]:not([data-invalid="false"])';

/**
 * Scrolls to the first wrong field of a form and focuses it, once the faults are rendered: also a field without an element in React Hook
 * Form, such as a group of choices. A visitor who has moved on to another field meanwhile stays there.
 */
function focusFirstFault(element: unknown): void {
  if (!(element instanceof HTMLElement)) return;
  const before = document.activeElement;
  requestAnimationFrame(() => {
    const active = document.activeElement;
    const hasMovedOn = active !== before && element.contains(active);
    const wrong = element.querySelector<HTMLElement>(WRONG);
    const target = wrong?.matches(FIELD) ? wrong : wrong?.querySelector<HTMLElement>(FIELD);
    if (hasMovedOn || !target || target === active) return;
    target.scrollIntoView?.({ block: 'center' });
    target.focus({ preventScroll: true });
  });
}
