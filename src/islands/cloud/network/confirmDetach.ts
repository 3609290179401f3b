import { openDialog } from '../../../browser/stores/dialogs.ts';
import { t } from '../../../lib/i18n/react.tsx';

/** Asks before a server leaves a network. */
export function confirmDetach({ server, network, ip }: { server: string; network: string; ip: string }, run: () => Promise<unknown>): void {
  openDialog({
    kind: 'confirm',
    title: t('network:detachQuestion', { name: server, network }),
    description: t('network:detachText', { ip }),
    action: t('network:detachAction'),
    run,
  });
}
