import { useState } from 'react';
import { useHashAction } from '../../../lib/address.ts';
import { ApiError } from '../../../lib/api/errors.ts';
import { useRead, useWrite } from '../../../lib/api/query.ts';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { openDialog } from '../../../lib/stores/dialogs.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { reasonOf } from '../shared/server/serverActions.ts';
import { sizeText } from '../shared/server/serverText.ts';

/** Resizes a server, with or without its disk. */
export function ResizeCard({ server }: { server: Server }) {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(serverAction.resizeOptions, { serverId: server.id });
  const resize = useWrite(serverAction.resize, { notices: 'form' });
  const [plan, setPlan] = useState<string | null>(null);
  const [keep, setKeep] = useState(true);
  useHashAction('size', () => document.getElementById('size')?.scrollIntoView());
  const reason = reasonOf(server, 'resize');
  const chosen = read.data?.options.find((option) => option.plan === plan);
  const keepDisk = keep || chosen?.keepsDisk === true;
  const message = resize.error instanceof ApiError ? resize.error.message : null;
  return (
    <Card id="size" title={t('server:settings.size')}>
      <p className="mb-3.5 text-ui text-text-2">{t('server:settings.sizeText')}</p>
      {read.data ? (
        <div className="grid gap-[18px]">
          <RadioCards
            label={t('server:settings.sizeLabel')}
            value={plan}
            onChange={setPlan}
            min={260}
            cards={read.data.options.map((option) => ({
              value: option.plan,
              label: sizeText({ ...option, disk: { size: option.disk, type: server.disk.type } }, t, locale),
              description: t('server:settings.monthly', { sum: formatMoney(option.monthly, locale) }),
              disabled: option.isCurrent,
              reason: t('server:settings.current'),
            }))}
          />
          <Checkbox
            label={t('server:settings.keepDisk')}
            help={t('server:settings.keepDiskText')}
            checked={keepDisk}
            disabled={chosen?.keepsDisk}
            onChange={(event) => setKeep(event.target.checked)}
          />
          {message && (
            <Banner tone="danger" live>
              {message}
            </Banner>
          )}
          <div className="flex justify-end">
            <Button
              kind="primary"
              busy={resize.isPending}
              disabled={!chosen || reason !== undefined}
              reason={reason}
              onClick={() => {
                if (!chosen) return;
                const { cpu, ram, disk } = chosen;
                const run = () => resize.mutateAsync({ serverId: server.id, cpu, ram, disk, keepDisk });
                // A server that is powered off isn't interrupted.
                if (server.power === 'off') return void run().catch(() => {});
                openDialog({
                  kind: 'confirm',
                  title: t('server:ask.resize', { name: server.name }),
                  description: t('server:ask.resizeText'),
                  action: t('server:task.resize'),
                  cancel: t('server:ask.cancel'),
                  run: () => run().catch(() => {}), // the card shows the refusal
                });
              }}
            >
              {t('server:task.resize')}
            </Button>
          </div>
        </div>
      ) : read.error ? (
        <LoadError
          flush
          title={t('server:oneFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          busy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={4} />
      )}
    </Card>
  );
}
