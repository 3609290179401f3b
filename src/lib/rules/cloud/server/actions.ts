import { key } from '../../../i18n/key.ts';
import type { TKey } from '../../../i18n/keys.ts';
import { isBusy, type Power, type ServerState, serverStates } from './states.ts';

export const serverActions = [
  'powerOn',
  'powerOff',
  'restart',
  'reboot',
  'reload',
  'rebuild',
  'rescue',
  'unrescue',
  'resize',
  'confirmResize',
  'revertResize',
  'changePassword',
  'snapshot',
  'restore',
  'change',
  'transfer',
  'retry',
  'delete',
] as const;
export type ServerAction = (typeof serverActions)[number];

/** What a `change` does, as its event and its task name it. */
export type ServerChange =
  | `${'add' | 'remove' | 'move'}Address`
  | `${'attach' | 'detach'}${'Network' | 'Volume' | 'Space'}`
  | `${'use' | 'leave'}Firewall`;

/** The conditions of actions. */
export interface ActionFacts {
  state: ServerState;
  power: Power;
  /** Protected from actions that destroy data. */
  protect: boolean;
  /** The account's services are disabled. */
  suspended: boolean;
}

interface Rule {
  from: readonly ServerState[];
  power?: Power;
  /** The state while it is in progress. */
  to: ServerState;
  /** Destroys data: refused for a protected server. */
  destroys?: true;
  /** Possible while the account's services are disabled. */
  suspended?: true;
}

/** The conditions and resulting state of each action: for the button, its disabled reason and the handler. */
export const actionRules: Readonly<Record<ServerAction, Rule>> = {
  powerOn: { from: ['ready'], power: 'off', to: 'starting' },
  powerOff: { from: ['ready', 'rescued'], power: 'on', to: 'stopping' },
  restart: { from: ['ready', 'rescued'], power: 'on', to: 'restarting' },
  reboot: { from: ['ready', 'rescued'], power: 'on', to: 'restarting' },
  reload: { from: ['ready', 'failed'], to: 'reloading', destroys: true },
  rebuild: { from: ['ready', 'failed'], to: 'rebuilding', destroys: true },
  rescue: { from: ['ready'], to: 'rescuing' },
  unrescue: { from: ['rescued'], to: 'unrescuing' },
  resize: { from: ['ready'], to: 'resizing' },
  confirmResize: { from: ['resized'], to: 'resizing' },
  revertResize: { from: ['resized'], to: 'resizing' },
  changePassword: { from: ['ready'], power: 'on', to: 'changing' },
  snapshot: { from: ['ready'], to: 'snapshotting' },
  restore: { from: ['ready', 'failed'], to: 'restoring', destroys: true },
  change: { from: ['ready'], to: 'changing' },
  // For the present owner, all data is lost.
  transfer: { from: ['ready'], to: 'changing', destroys: true },
  // The state is still that of the failed action.
  retry: { from: ['failed'], to: 'changing' },
  delete: {
    from: ['ready', 'rescued', 'resized', 'failed', 'installingOs'],
    to: 'removing',
    destroys: true,
    suspended: true,
  },
};

/** Why an action isn't possible now; null: it is. */
export function actionFault(server: ActionFacts, action: ServerAction): TKey | null {
  const rule = actionRules[action];
  if (server.suspended && !rule.suspended) return key('server:reason.suspended');
  if (!rule.from.includes(server.state)) return stateFault(server.state, action);
  if (rule.power && rule.power !== server.power) return key(server.power === 'on' ? 'server:reason.isOn' : 'server:reason.isOff');
  if (rule.destroys && server.protect) return key('server:reason.protected');
  return null;
}

function stateFault(state: ServerState, action: ServerAction): TKey {
  if (isBusy(state)) return key('server:reason.busy');
  if (state === 'failed') return key('server:reason.failed');
  if (action === 'retry') return key('server:reason.notFailed');
  if (action === 'unrescue') return key('server:reason.notRescued');
  if (action === 'confirmResize' || action === 'revertResize') return key('server:reason.notResized');
  return key(state === 'rescued' ? 'server:reason.rescued' : 'server:reason.resized');
}

/** Every reason for which an action may be refused: the refusals of calls that start it. */
export function actionFaults(action: ServerAction): TKey[] {
  const facts = serverStates.flatMap((state) =>
    (['on', 'off'] as const).flatMap((power) =>
      [false, true].flatMap((protect) => [false, true].map((suspended) => ({ state, power, protect, suspended }))),
    ),
  );
  return [...new Set([key('server:reason.noCompute'), ...facts.flatMap((one) => actionFault(one, action) ?? [])])];
}

/** The state of a server when no action is in progress. */
export const restingState = ({ rescue, trial }: { rescue: boolean; trial: boolean }): ServerState =>
  rescue ? 'rescued' : trial ? 'resized' : 'ready';
