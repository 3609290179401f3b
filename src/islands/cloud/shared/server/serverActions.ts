import { CirclePower, Copy, Power, RefreshCcw, RefreshCw, RotateCcw, Trash2 } from 'lucide-react';
import { send } from '../../../../browser/api/client.ts';
import { stale } from '../../../../browser/api/query.ts';
import { openDialog } from '../../../../browser/stores/dialogs.ts';
import { notify } from '../../../../browser/stores/snackbars.ts';
import type { Server } from '../../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../../lib/contract/cloud/serverAction.ts';
import { t } from '../../../../lib/i18n/react.tsx';
import { actionFault, type ServerAction } from '../../../../lib/rules/cloud/server/actions.ts';
import type { Icon } from '../../../ui/icon.ts';
import type { MenuItem } from '../../../ui/menuItem.ts';
import { serverFacts } from './serverText.ts';

/** Actions whose only input is the server. */
export type SimpleAction = 'powerOn' | 'powerOff' | 'restart' | 'reboot' | 'unrescue' | 'confirmResize' | 'revertResize' | 'retry';

const icons: Partial<Record<SimpleAction, Icon>> = {
  powerOn: CirclePower,
  powerOff: Power,
  restart: RefreshCw,
  reboot: RefreshCcw,
  retry: RotateCcw,
};

/** Why an action isn't possible, as text; undefined: it is. */
export function disabledReason(server: Server, action: ServerAction): string | undefined {
  const fault = actionFault(serverFacts(server), action);
  return fault === null ? undefined : t(fault);
}

async function begin(serverId: string, action: SimpleAction): Promise<void> {
  await send(serverAction[action], { serverId });
  stale(serverAction[action]);
}

/** Runs an action; one that interrupts the server needs confirmation. A failure is reported in a snackbar. */
export function runAction({ id, name, power }: Pick<Server, 'id' | 'name' | 'power'>, action: SimpleAction): void {
  if (action === 'powerOff' || action === 'reboot' || action === 'restart' || (action === 'revertResize' && power === 'on')) {
    openDialog({
      kind: 'confirm',
      title: t(`server:ask.${action}`, { name }),
      description: t(`server:ask.${action}Text`),
      action: t(`server:task.${action}`),
      cancel: t('server:ask.cancel'),
      run: () => begin(id, action),
    });
    return;
  }
  begin(id, action).catch(() => {});
}

/** A simple action as a menu item. */
export const actionItem = (server: Server, action: SimpleAction): MenuItem => ({
  key: action,
  label: t(`server:task.${action}`),
  icon: icons[action],
  reason: disabledReason(server, action),
  changes: true,
  onSelect: () => runAction(server, action),
});

/** The useful actions in the current state, most common first. */
export const listSimpleActions = ({ state, power }: Server): SimpleAction[] => {
  if (state === 'failed') return ['retry'];
  if (state === 'resized') return ['confirmResize', 'revertResize'];
  if (power === 'off') return ['powerOn'];
  return state === 'rescued' ? ['unrescue', 'powerOff', 'restart', 'reboot'] : ['powerOff', 'restart', 'reboot'];
};

/** Deletes the server after its name was typed. */
export function confirmRemove({ id, name, snapshots, backups, volumes }: Server, onBegun?: () => void): void {
  const retained = [snapshots + backups.count > 0 && t('server:ask.keepSnapshots'), volumes > 0 && t('server:ask.keepVolumes')].filter(
    (text) => text !== false,
  );
  openDialog({
    kind: 'delete',
    title: t('server:ask.remove', { name }),
    description: [t('server:ask.removeText'), ...retained.map((text) => `${text}.`)].join(' '),
    losses: [t('server:ask.lossDisk'), t('server:ask.lossIp')],
    phrase: name,
    action: t('server:ask.removeAction'),
    cancel: t('server:ask.cancel'),
    async run() {
      await send(serverAction.delete, { serverId: id, confirm: name });
      stale(serverAction.delete);
      onBegun?.();
    },
  });
}

/** Loads its question when it is chosen. A failed call is reported in a snackbar. */
export const cloneItem = (server: Server): MenuItem => ({
  key: 'clone',
  label: t('server:clone.item'),
  icon: Copy,
  reason: disabledReason(server, 'snapshot'),
  changes: true,
  onSelect: () =>
    void import('./confirmClone.ts').then(
      ({ confirmClone }) => confirmClone(server).catch(() => {}),
      () => notify({ type: 'error', title: t('error:title'), description: t('error:network') }),
    ),
});

export const removeItem = (server: Server): MenuItem => ({
  key: 'remove',
  label: t('server:task.delete'),
  icon: Trash2,
  danger: true,
  group: true,
  reason: disabledReason(server, 'delete'),
  onSelect: () => confirmRemove(server),
});
