import { lazy, Suspense } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import { closeDialog, openDialog } from '../../../browser/stores/dialogs.ts';
import { t } from '../../../lib/i18n/react.tsx';

const ConfirmForm = lazy(async () => ({ default: (await import('./ConfirmForm.tsx')).ConfirmForm }));

/** Asks for the password in a dialog. True if it was right; false if the dialog was closed. */
function promptPassword(): Promise<boolean> {
  return new Promise((resolve) => {
    const id = openDialog({
      kind: 'standard',
      title: t('auth:confirm.title'),
      body: () => (
        <Suspense>
          <ConfirmForm
            onDone={() => {
              resolve(true);
              closeDialog(id);
            }}
          />
        </Suspense>
      ),
      onClose: () => resolve(false),
    });
  });
}

/**
 * Makes a change that requires a recent sign-in: asks for the password if the provider requires it, and retries.
 * @param change sends the change, with `notices: 'form'`, so that the requirement isn't shown as an error
 * @throws {ApiError} the refusal; also the requirement itself, if the dialog was closed
 */
export async function confirmed<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'auth:error.confirm' || !(await promptPassword())) throw error;
    return change();
  }
}
