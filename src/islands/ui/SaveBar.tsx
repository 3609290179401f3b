import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';

interface SaveBarProps {
  /** What was refused as a whole. */
  message: string | null;
  /** Says that something is not saved; false: all is. */
  note: string | false;
  busy: boolean;
  saveLabel: string;
  /** What was saved elsewhere meanwhile. */
  conflict?: ReactNode;
  /** The ways out without saving. */
  children?: ReactNode;
}

/** The end of a form that stands in its page: what was refused, what was saved elsewhere, what is not saved, and the button. */
export function SaveBar({ message, note, busy, saveLabel, conflict, children }: SaveBarProps) {
  const t = useT();
  return (
    <>
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      {conflict}
      <div className="flex flex-wrap items-center justify-end gap-2.5">
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
