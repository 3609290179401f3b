import { ClipboardPaste, Keyboard, Maximize, SquareTerminal } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useMay } from '../../../browser/access.ts';
import { useRead } from '../../../browser/api/query.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { type ConsoleKind, serverConsole } from '../../../lib/contract/cloud/serverConsole.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusText } from '../../ui/StatusBadge.tsx';
import { ServerPage } from '../shared/server/ServerPage.tsx';
import { BootLog } from './BootLog.tsx';
import { type ConsoleState, useConsole } from './useConsole.ts';
import type { ConsoleView } from './view.ts';

const views = {
  serial: lazy(async () => ({ default: (await import('./Terminal.tsx')).Terminal })),
  graphical: lazy(async () => ({ default: (await import('./Display.tsx')).Display })),
};
const statusKinds = { closed: 'off', connecting: 'progress', open: 'ok' } as const satisfies Record<ConsoleState, string>;

/** The consoles of a server: its serial terminal and, where hosts offer it, its screen. */
export default function ServerConsole({ serverId }: { serverId: string }) {
  return (
    <ServerPage serverId={serverId} route="serverConsole">
      {(server) => <Consoles server={server} />}
    </ServerPage>
  );
}

function Consoles({ server }: { server: Server }) {
  const { kinds = ['serial'], bootLog = false } = useRead(serverConsole.kinds, { serverId: server.id }).data ?? {};
  // The log shows what was typed in consoles.
  const mayConnect = useMay()('cloud', 'write');
  return (
    <div className="grid min-w-0 grid-cols-1 gap-[18px]">
      <Console server={server} kinds={kinds} />
      {bootLog && mayConnect && <BootLog server={server} />}
    </div>
  );
}

function Console({ server, kinds }: { server: Server; kinds: readonly ConsoleKind[] }) {
  const t = useT();
  const [selected, setSelected] = useState<ConsoleKind>('serial');
  const kind = kinds.includes(selected) ? selected : (kinds[0] ?? 'serial');
  const [isStarted, setStarted] = useState(false);
  const reason = server.power === 'off' ? t('server:reason.isOff') : server.suspended ? t('server:reason.suspended') : undefined;
  const kindChoice = kinds.length > 1 && (
    <Segmented
      size="sm"
      label={t('server:console.kind.label')}
      value={kind}
      onChange={setSelected}
      segments={kinds.map((value) => ({ value, label: t(`server:console.kind.${value}`) }))}
    />
  );
  if (isStarted) return <StartedConsole key={kind} server={server} kind={kind} kindChoice={kindChoice} reason={reason} />;
  return (
    <Card>
      <EmptyState
        icon={SquareTerminal}
        heading="h2"
        title={t('server:console.title')}
        description={t('server:console.lead')}
        action={
          <div className="flex flex-col items-center gap-4">
            {kindChoice}
            <Button kind="primary" disabled={reason !== undefined} reason={reason} onClick={() => setStarted(true)}>
              {t('server:console.connect')}
            </Button>
          </div>
        }
      />
    </Card>
  );
}

interface StartedConsoleProps {
  server: Server;
  kind: ConsoleKind;
  kindChoice: ReactNode;
  /** Why no console can be opened. */
  reason: string | undefined;
}

/** Connects when its view is ready. */
function StartedConsole({ server, kind, kindChoice, reason }: StartedConsoleProps) {
  const t = useT();
  const view = useRef<ConsoleView>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { state, failure, connect } = useConsole(server.id, kind, (socket) => view.current?.attach(socket));
  const paste = async () => {
    try {
      view.current?.paste(await navigator.clipboard.readText());
      view.current?.focus();
    } catch {
      notify({ type: 'error', title: t('server:console.pasteFailed') });
    }
  };
  const open = () => connect().then(() => view.current?.focus());
  const reconnect = () => {
    view.current?.clear();
    void open();
  };
  const problem = failure === 'ticket' ? t('server:console.badTicket') : failure === 'console' ? t('server:console.failed') : failure;
  const View = views[kind];
  return (
    <Card
      className="[&_.card-actions]:flex-wrap [&_.card-head]:flex-wrap [&_.card-head]:pb-2"
      title={t('server:console.title')}
      sub={
        <StatusText kind={statusKinds[state]}>
          <span role="status">{t(`server:console.state.${state}`)}</span>
        </StatusText>
      }
      actions={
        <>
          {kindChoice}
          {state === 'closed' && (
            <Button size="sm" kind="primary" disabled={reason !== undefined} reason={reason} onClick={reconnect}>
              {t('server:console.reconnect')}
            </Button>
          )}
          <Button size="sm" icon={ClipboardPaste} disabled={state !== 'open'} onClick={() => void paste()}>
            {t('server:console.paste')}
          </Button>
          {kind === 'graphical' && (
            <Button size="sm" icon={Keyboard} disabled={state !== 'open'} onClick={() => view.current?.sendCtrlAltDel?.()}>
              {t('server:console.ctrlAltDel')}
            </Button>
          )}
          <Button size="sm" icon={Maximize} onClick={() => void frame.current?.requestFullscreen?.().then(() => view.current?.focus())}>
            {t('server:console.full')}
          </Button>
        </>
      }
      flush
    >
      {problem && (
        <div className="px-4 pb-3">
          <Banner tone="danger" live>
            {problem}
          </Banner>
        </div>
      )}
      <div ref={frame} className="h-[min(62vh,560px)] overflow-hidden rounded-b-[inherit] bg-[#0b0f12] p-3">
        <Suspense fallback={<Skeleton label={t('common:loading')} rows={6} />}>
          <View ref={view} label={t(`server:console.view.${kind}`, { name: server.name })} onReady={() => void open()} />
        </Suspense>
      </div>
    </Card>
  );
}
