import type { Dialog as DialogEntry } from '../../browser/stores/dialogs.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useRun } from './useRun.ts';

interface ConfirmDialogProps {
  dialog: Extract<DialogEntry, { kind: 'confirm' }>;
  open: boolean;
  onClose: () => void;
}

/** A question whose action button repeats its verb. */
export function ConfirmDialog({ dialog, open, onClose }: ConfirmDialogProps) {
  const t = useT();
  const { start, busy, error } = useRun(dialog.run, onClose);
  return (
    <Dialog
      open={open}
      // Closing the dialog doesn't cancel a running action.
      onClose={() => !busy && onClose()}
      centred
      title={dialog.title}
      description={dialog.description}
      closeLabel={t('common:close')}
      footer={
        <>
          <Button kind="secondary" disabled={busy} onClick={onClose}>
            {dialog.cancel ?? t('common:cancel')}
          </Button>
          {/* What asked is locked; leaving an account is not a matter of the role. */}
          <Button kind="primary" changes={false} busy={busy} data-autofocus onClick={() => void start()}>
            {dialog.action}
          </Button>
        </>
      }
    >
      {error && (
        <Banner tone="danger" live>
          {error}
        </Banner>
      )}
    </Dialog>
  );
}
