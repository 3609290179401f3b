import { send } from '../../../lib/api/client.ts';
import { stale } from '../../../lib/api/query.ts';
import { type LogTarget, logForward } from '../../../lib/contract/cdn/logForward.ts';
import { t } from '../../../lib/i18n/react.tsx';
import { openDialog } from '../../../lib/stores/dialogs.ts';

/** Asks for confirmation and deletes a target. */
export const confirmRemove = (domainId: string, { id, target }: LogTarget): void =>
  void openDialog({
    kind: 'confirm',
    title: t('logForward:remove.title', { target: new URL(target).host }),
    description: t('logForward:remove.text'),
    action: t('logForward:remove.confirm'),
    async run() {
      await send(logForward.delete, { domainId, targetId: id });
      stale(logForward.delete);
    },
  });
