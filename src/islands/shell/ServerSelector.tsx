import { useStore } from '@nanostores/react';
import { ChevronsUpDown, Server as ServerIcon } from 'lucide-react';
import { useRead } from '../../browser/api/query.ts';
import { $location } from '../../browser/stores/location.ts';
import { server as calls, type Server } from '../../lib/contract/cloud/server.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { isBusy } from '../../lib/rules/cloud/server/states.ts';
import type { Tone } from '../ui/icon.ts';
import { Popover } from '../ui/Popover.tsx';
import { type StatusKind, StatusShape, StatusText } from '../ui/StatusBadge.tsx';
import { ServerPicker } from './ServerPicker.tsx';
import type { Shell } from './useShell.ts';

type State = 'on' | 'off' | 'busy' | 'failed' | 'stopped';
export const serverKinds: Record<State, StatusKind> = { on: 'ok', off: 'off', busy: 'progress', failed: 'failed', stopped: 'waiting' };

const tones: Record<State, Tone> = { on: 'success', off: 'neutral', busy: 'info', failed: 'danger', stopped: 'warning' };

/** The state of a server in one word: problems take precedence over the desired state. */
export const selectorState = ({ suspended, state, power }: Pick<Server, 'suspended' | 'state' | 'power'>): State =>
  suspended ? 'stopped' : state === 'failed' ? 'failed' : isBusy(state) ? 'busy' : power;

/** Shows the server of this page and opens another. `compact` is the pill in the header of small screens. */
export function ServerSelector({ shell, compact }: { shell: Shell; compact?: boolean }) {
  const t = useT();
  // Before hydration only the address is known: the cache of this window would differ from the server's HTML.
  const isLive = useStore($location, { ssr: () => null }) !== null;
  const { data } = useRead(calls.list, {}, { enabled: isLive && shell.product === 'cloud' });
  const server = isLive && shell.serverId !== null ? data?.servers.find(({ id }) => id === shell.serverId) : undefined;
  const state = server && selectorState(server);
  return (
    <Popover
      label={t('shell:server.choose')}
      closeLabel={t('common:close')}
      align="start"
      className="domain-popover"
      trigger={(trigger) => (
        <button type="button" className="domain-button" data-compact={compact || undefined} {...trigger}>
          {compact ? (
            state && (
              <span className="status-text" data-tone={tones[state]}>
                <StatusShape kind={serverKinds[state]} />
              </span>
            )
          ) : (
            <span className="domain-tile">
              <ServerIcon aria-hidden />
            </span>
          )}
          <span className="domain-lines">
            <span className="sr-only">{t('shell:server.label')}</span>
            <b className="domain-name">{server ? <bdi>{server.name}</bdi> : t('shell:server.choose')}</b>
            {!compact && server && state && (
              <small>
                <StatusText kind={serverKinds[state]}>
                  {t(`shell:server.state.${state}`)}
                  {server.ip[0] && (
                    <>
                      {' · '}
                      <bdi className="mono">{server.ip[0]}</bdi>
                    </>
                  )}
                </StatusText>
              </small>
            )}
          </span>
          <ChevronsUpDown aria-hidden />
        </button>
      )}
    >
      {(close) => <ServerPicker shell={shell} onDone={close} />}
    </Popover>
  );
}
