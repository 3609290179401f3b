import { useRef, useState } from 'react';
import { ApiError } from '../../browser/api/errors.ts';
import { useT } from '../../lib/i18n/react.tsx';

/** Runs the action of a dialog, once at a time: then closes the dialog, or keeps it open with the error. */
export function useRun(run: () => Promise<unknown> | unknown, onClose: () => void) {
  const t = useT();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const start = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(null);
    try {
      await run();
      onClose();
    } catch (failure) {
      if (!(failure instanceof ApiError)) setError(t('error:unexpected'));
      else if (!failure.shown) setError(Object.values(failure.fields)[0] ?? failure.message);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { start, busy, error };
}
