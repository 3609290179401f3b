import { Download, RefreshCw } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { serverConsole } from '../../../lib/contract/cloud/serverConsole.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The latest output of a server's serial port, loaded when it is asked for. */
export function BootLog({ server: { id, name } }: { server: Server }) {
  const t = useT();
  const [isShown, setShown] = useState(false);
  const read = useRead(serverConsole.log, { serverId: id }, { enabled: isShown });
  const text = read.data?.log.text;
  const refresh = () => void read.refetch();
  return (
    <Card
      className="[&_.card-actions]:flex-wrap [&_.card-head]:flex-wrap"
      title={t('server:console.log.title')}
      actions={
        isShown ? (
          text !== undefined && (
            <>
              <Button size="sm" icon={RefreshCw} busy={read.isFetching} onClick={refresh}>
                {t('server:console.log.refresh')}
              </Button>
              {text !== '' && (
                <>
                  <CopyButton
                    text
                    value={text}
                    label={t('server:console.log.copy')}
                    copiedLabel={t('common:copied')}
                    failedLabel={t('common:copyFailed')}
                  />
                  <Button size="sm" icon={Download} onClick={() => saveFile(`${name}-boot.log`, `${text}\n`, 'text/plain')}>
                    {t('server:console.log.download')}
                  </Button>
                </>
              )}
            </>
          )
        ) : (
          <Button size="sm" onClick={() => setShown(true)}>
            {t('server:console.log.show')}
          </Button>
        )
      }
    >
      <p className="text-ui text-text-2">{t('server:console.log.lead')}</p>
      {isShown &&
        (text !== undefined ? (
          text === '' ? (
            <p className="mt-3 text-ui text-text-3">{t('server:console.log.empty')}</p>
          ) : (
            <Output label={t('server:console.log.view', { name })} text={text} />
          )
        ) : read.error ? (
          <LoadError
            flush
            title={t('server:console.log.failed')}
            message={read.error.message}
            retryLabel={t('common:retry')}
            busy={read.isFetching}
            onRetry={refresh}
          />
        ) : (
          <Skeleton label={t('common:loading')} rows={6} />
        ))}
    </Card>
  );
}

/** Scrolled to its end, where the latest output is. */
function Output({ label, text }: { label: string; text: string }) {
  const end = useRef<HTMLPreElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text has a new end
  useLayoutEffect(() => {
    const scroller = end.current?.parentElement;
    if (scroller) scroller.scrollTop = scroller.scrollHeight;
  }, [text]);
  return (
    <Scroller label={label} className="mt-3 max-h-[min(62vh,560px)] rounded-md bg-hover p-3">
      <pre ref={end} dir="ltr" className="text-start text-caption text-text-2">
        {text}
      </pre>
    </Scroller>
  );
}
