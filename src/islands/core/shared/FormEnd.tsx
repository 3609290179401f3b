import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { FaultCount } from '../../ui/FaultCount.tsx';

interface FormEndProps {
  /** The error that belongs to no single field. */
  message: string | null;
  /** Wrong fields at the last attempt. */
  faults: number;
  busy: boolean;
  onCancel: () => void;
  /** The submitted change can’t be undone. */
  danger?: boolean;
  /** The label of the button that submits. */
  children: ReactNode;
}

/** The end of a form in a dialog: the error, then Cancel and the button that submits it. */
export function FormEnd({ message, faults, busy, onCancel, danger = false, children }: FormEndProps) {
  const t = useT();
  return (
    <>
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      <div className="form-foot">
        <FaultCount count={faults} />
        <Button kind="ghost" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button kind={danger ? 'danger' : 'primary'} type="submit" busy={busy}>
          {children}
        </Button>
      </div>
    </>
  );
}
