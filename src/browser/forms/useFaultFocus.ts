import { useCallback, useEffect, useState } from 'react';

const FIELD = ':is(input:not([type="hidden"]), select, textarea, button, [tabindex]):not([tabindex="-1"], :disabled)';
const WRONG = '[aria-invalid="true"], [data-invalid]:not([data-invalid="false"])';
/** Attributes whose change may show a fault. */
const MARKS = ['aria-invalid', 'data-invalid'];
/** The visitor goes on without waiting. */
const INPUT = ['keydown', 'pointerdown'];

/**
 * A function that scrolls to the first wrong field of a form and focuses it, once the faults are rendered: on a slow device that is
 * several frames later, and a part that is loaded later shows its fault then. Call it after the faults are set. `from` had the focus
 * when the form was sent: a visitor who has moved on to another field since then stays there.
 */
export function useFaultFocus(): (form: unknown, from?: Element | null) => void {
  const [pending, setPending] = useState<{ form: HTMLElement; from: Element | null } | null>(null);
  // After the render that has both this request and the faults, which were set before it.
  useEffect(() => {
    if (!pending) return;
    const { form, from } = pending;
    if (hasMovedOn(form, from) || focusFirstFault(form)) return;
    const watch = new MutationObserver(() => focusFirstFault(form) && stop());
    const stop = () => {
      watch.disconnect();
      for (const input of INPUT) document.removeEventListener(input, stop, true);
    };
    watch.observe(form, { subtree: true, childList: true, attributeFilter: MARKS });
    for (const input of INPUT) document.addEventListener(input, stop, true);
    return stop;
  }, [pending]);
  return useCallback((form, from = document.activeElement) => {
    if (form instanceof HTMLElement) setPending({ form, from });
  }, []);
}

function hasMovedOn(form: HTMLElement, from: Element | null): boolean {
  const { activeElement } = document;
  return activeElement !== from && form.contains(activeElement);
}

/** Also a field without an element in React Hook Form, such as a group of choices. False: no field is marked as wrong. */
function focusFirstFault(form: HTMLElement): boolean {
  const wrong = form.querySelector<HTMLElement>(WRONG);
  if (!wrong) return false;
  const inner = [...wrong.querySelectorAll<HTMLElement>(FIELD)];
  const target = wrong.matches(FIELD) ? wrong : (inner.find((one) => one.matches(WRONG)) ?? inner[0]);
  if (!target) return false;
  target.scrollIntoView?.({ block: 'center' });
  target.focus({ preventScroll: true });
  return true;
}
