import { ApiError } from '../../../browser/api/errors.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { t } from '../../../lib/i18n/react.tsx';

/** The provider requires confirmation that the caller's own address will be blocked. */
const isSelfBlock = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'firewall:error.selfBlock';

/**
 * Sends a firewall change; if it would block the customer, asks for confirmation and sends it again. Needs the texts of
 * `firewall`.
 * @param send sends the call, with the confirmation
 * @throws the refusal, when not confirmed
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
        // Obsolete after a response.
        onClose: () => reject(error),
      });
    });
  }
}
