import { send } from '../../../browser/api/client.ts';
import { stale } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type LogTarget, logForward } from '../../../lib/contract/cdn/logForward.ts';
import { t } from '../../../lib/i18n/react.tsx';

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
