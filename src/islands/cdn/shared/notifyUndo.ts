import { dismiss, notify } from '../../../browser/stores/snackbars.ts';
import { t } from '../../../lib/i18n/react.tsx';

/**
 * Announces a change and offers to undo it.
 * @param undo absent: it can't be undone exactly, so nothing is offered
 */
export function notifyUndo(title: string, description: string | undefined, undo?: () => void): void {
  const note = notify({
    type: 'success',
    title,
    ...(description && { description }),
    ...(undo && {
      action: {
        label: t('common:undo'),
        run() {
          dismiss(note);
          undo();
        },
      },
    }),
  });
}
