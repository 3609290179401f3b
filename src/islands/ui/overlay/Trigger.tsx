import { type KeyboardEvent, type Ref, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

interface TriggerProps {
  /** The button on the page. In a sheet it is the sheet, where a press must not close the list. */
  element: RefObject<HTMLElement | null>;
  /** Opens the list at its first or last item. */
  openWith: 'ArrowDown' | 'ArrowUp' | 'Enter';
}
interface FromHeadless {
  ref?: Ref<HTMLElement>;
  id?: string;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/**
 * Replaces the button of a Headless UI menu, list or popover whose real button was on the page before this script loaded, and may
 * belong to one of ten thousand rows. Headless UI uses that element for placement, focus and outside presses; the list opens on mount.
 */
export function Trigger({ element, openWith, ref, id, onKeyDown }: TriggerProps & FromHeadless) {
  // A parent finds the element in its layout effect, which runs after that of its children. Without the element, a press anywhere in a
  // sheet would count as a press outside of the list in it, and close both.
  useEffect(() => {
    const button = element.current;
    if (button && !button.id && id) button.id = id;
    const set = (value: HTMLElement | null) => {
      if (typeof ref === 'function') ref(value);
      else if (ref) ref.current = value;
    };
    set(button);
    return () => set(null);
  }, [element, id, ref]);
  const open = useRef(onKeyDown);
  open.current = onKeyDown;
  // After the layout effects of the dialog around it, which would otherwise count as opened later.
  useEffect(() => {
    // The two members that the handlers of Headless UI read before they open.
    open.current?.({ key: openWith, preventDefault() {}, stopPropagation() {} } as KeyboardEvent);
  }, [openWith]);
  return null;
}

/** Reports that Headless UI has closed what it had opened. */
export function AfterClose({ open, run }: { open: boolean; run: () => void }) {
  const wasOpen = useRef(false);
  const latest = useRef(run);
  latest.current = run;
  useLayoutEffect(() => {
    if (open) wasOpen.current = true;
    else if (wasOpen.current) {
      wasOpen.current = false;
      latest.current();
    }
  }, [open]);
  return null;
}
