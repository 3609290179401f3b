import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { FaultCount } from './FaultCount.tsx';
import { useToastLift } from './useToastLift.ts';

interface SaveBarProps {
  /** The error of the form as a whole. */
  message: string | null;
  /** The unsaved-changes text; false: everything is saved. */
  note: string | false;
  /** Wrong fields at the last attempt. */
  faults?: number;
  busy: boolean;
  saveLabel: string;
  /** Changes saved elsewhere in the meantime. */
  conflict?: ReactNode;
  /** Buttons for leaving without saving. */
  children?: ReactNode;
}

/**
 * The end of a form on a page: errors, changes saved elsewhere, unsaved changes, and the button. It stays
 * visible while there are unsaved changes.
 */
export function SaveBar({ message, note, faults = 0, busy, saveLabel, conflict, children }: SaveBarProps) {
  const t = useT();
  useToastLift(note !== false);
  return (
    <>
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      {conflict}
      <div className={note ? 'action-bar' : 'flex flex-wrap items-center justify-end gap-2.5'}>
        <FaultCount count={faults} />
        {note && (
          <span role="status" className="me-auto text-help text-text-2">
            {note}
          </span>
        )}
        {children}
        <Button kind="primary" type="submit" busy={busy} busyLabel={t('common:saving')}>
          {saveLabel}
        </Button>
      </div>
    </>
  );
}
