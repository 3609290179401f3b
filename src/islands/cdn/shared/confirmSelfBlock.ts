import { ApiError } from '../../../lib/api/errors.ts';
import { t } from '../../../lib/i18n/react.tsx';
import { openDialog } from '../../../lib/stores/dialogs.ts';

/** The provider asks whether it is meant that the caller's own address would be refused. */
const isSelfBlock = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'firewall:error.selfBlock';

/**
 * Sends a change of the firewall; when it would keep the customer out, asks, and sends it again when it is meant. Needs the texts of
 * `firewall`.
 * @param send sends the call, with what was answered to the question
 * @throws the refusal, when it is not meant
 */
export async function confirmSelfBlock<T>(send: (confirmed: { confirmSelfBlock?: true }) => Promise<T>): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    if (!isSelfBlock(error)) throw error;
    return new Promise<T>((resolve, reject) => {
      openDialog({
        kind: 'confirm',
        title: t('firewall:self.title'),
        description: error.message,
        action: t('firewall:self.action'),
        cancel: t('firewall:self.cancel'),
        run: async () => resolve(await send({ confirmSelfBlock: true })),
        // After an answer, this says nothing any more.
        onClose: () => reject(error),
      });
    });
  }
}
