import { t } from '../../../lib/i18n/react.tsx';
import { openDialog } from '../../../lib/stores/dialogs.ts';

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
