import { lazy, Suspense } from 'react';
import { ApiError } from '../../../lib/api/errors.ts';
import { t } from '../../../lib/i18n/react.tsx';
import { closeDialog, openDialog } from '../../../lib/stores/dialogs.ts';

const ConfirmForm = lazy(async () => ({ default: (await import('./ConfirmForm.tsx')).ConfirmForm }));

/** Asks for the password in a dialog. True once it was right; false when the dialog was closed. */
function askPassword(): Promise<boolean> {
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
 * Makes a change that needs a recent proof of the password: asks for it when the provider does, and tries once more.
 * @param change sends the change, with `notices: 'form'`, so that the question isn't shown as an error
 * @throws {ApiError} what was refused; also the question itself, when it was not answered
 */
export async function confirmed<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'auth:error.confirm' || !(await askPassword())) throw error;
    return change();
  }
}
