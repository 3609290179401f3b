import { useEffect, useRef } from 'react';
import { t } from '../../lib/i18n/react.tsx';
import type { BeforePreparation } from '../navigate.ts';
import { openDialog } from '../stores/dialogs.ts';

/**
 * Asks before unsaved input is left behind: in a dialog when the panel goes to another page, in the browser's own words when the
 * tab is closed.
 */
export function useUnsavedGuard(dirty: boolean): void {
  const isDirty = useRef(dirty);
  isDirty.current = dirty;

  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty.current) event.preventDefault();
    };
    const onLeave = (event: Event) => {
      if (isDirty.current) confirmDiscard(event as BeforePreparation, () => (isDirty.current = false)); // registered for this event only
    };
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('astro:before-preparation', onLeave);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('astro:before-preparation', onLeave);
    };
  }, []);
}

/**
 * Holds the navigation until the dialog is answered. Preventing the event would make the router load the page the plain way, so
 * its loader waits instead: for ever when the visitor stays, as the next navigation aborts this one.
 */
function confirmDiscard(event: BeforePreparation, forget: () => void): void {
  const load = event.loader;
  event.loader = () =>
    new Promise((resolve, reject) => {
      let leaving = false;
      event.signal.addEventListener('abort', () => resolve());
      openDialog({
        kind: 'confirm',
        title: t('common:unsaved.title'),
        description: t('common:unsaved.description'),
        action: t('common:unsaved.leave'),
        cancel: t('common:unsaved.stay'),
        run() {
          leaving = true;
          forget();
          load().then(resolve, reject);
        },
        onClose() {
          // Back and forward have moved the address already; this is still the page of the old one.
          if (!leaving && event.navigationType === 'traverse') history.pushState(history.state, '', event.from.href);
        },
      });
    });
}
