import { ClipboardPaste, Maximize, SquareTerminal } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { notify } from '../../../browser/stores/snackbars.ts';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusText } from '../../ui/StatusBadge.tsx';
import { ServerPage } from '../shared/server/ServerPage.tsx';
import type { TerminalHandle } from './Terminal.tsx';
import { type ConsoleState, useConsole } from './useConsole.ts';

const Terminal = lazy(async () => ({ default: (await import('./Terminal.tsx')).Terminal }));
const kinds = { closed: 'off', connecting: 'progress', open: 'ok' } as const satisfies Record<ConsoleState, string>;

/** The serial console of a server. */
export default function ServerConsole({ serverId }: { serverId: string }) {
  return (
    <ServerPage serverId={serverId} route="serverConsole">
      {(server) => <Console server={server} />}
    </ServerPage>
  );
}

function Console({ server }: { server: Server }) {
  const t = useT();
  const [isStarted, setStarted] = useState(false);
  const terminal = useRef<TerminalHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { state, failure, connect, sendMessage } = useConsole({
    serverId: server.id,
    onData: (text) => terminal.current?.write(text),
    size: () => terminal.current?.size() ?? { columns: 80, rows: 24 },
  });
  const reason = server.power === 'off' ? t('server:reason.isOff') : server.suspended ? t('server:reason.suspended') : undefined;
  const paste = async () => {
    try {
      terminal.current?.paste(await navigator.clipboard.readText());
      terminal.current?.focus();
    } catch {
      notify({ type: 'error', title: t('server:console.pasteFailed') });
    }
  };
  const reconnect = () => {
    terminal.current?.clear();
    void connect().then(() => terminal.current?.focus());
  };
  const problem = failure === 'ticket' ? t('server:console.badTicket') : failure;
  if (!isStarted)
    return (
      <Card>
        <EmptyState
          icon={SquareTerminal}
          heading="h2"
          title={t('server:console.title')}
          description={t('server:console.lead')}
          action={
            <Button kind="primary" disabled={reason !== undefined} reason={reason} onClick={() => setStarted(true)}>
              {t('server:console.connect')}
            </Button>
          }
        />
      </Card>
    );
  return (
    <Card
      title={t('server:console.title')}
      sub={
        <StatusText kind={kinds[state]}>
          <span role="status">{t(`server:console.state.${state}`)}</span>
        </StatusText>
      }
      actions={
        <>
          {state === 'closed' && (
            <Button size="sm" kind="primary" disabled={reason !== undefined} reason={reason} onClick={reconnect}>
              {t('server:console.reconnect')}
            </Button>
          )}
          <Button size="sm" icon={ClipboardPaste} disabled={state !== 'open'} onClick={() => void paste()}>
            {t('server:console.paste')}
          </Button>
          <Button size="sm" icon={Maximize} onClick={() => void frame.current?.requestFullscreen?.().then(() => terminal.current?.focus())}>
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
          <Terminal
            ref={terminal}
            label={t('server:console.terminal', { name: server.name })}
            onData={(data) => sendMessage({ data })}
            onResize={sendMessage}
            onReady={() => void connect().then(() => terminal.current?.focus())}
          />
        </Suspense>
      </div>
    </Card>
  );
}
