import { useState } from 'react';
import { useHashAction } from '../../../browser/address.ts';
import { ApiError } from '../../../browser/api/errors.ts';
import { staleGroups, useRead, useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { formatMoney, formatRate } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { disabledReason } from '../shared/server/serverActions.ts';
import { sizeText } from '../shared/server/serverText.ts';
import { ResizePrice } from './ResizePrice.tsx';

/** Resizes a server, with or without its disk, at the price that is shown. */
export function ResizeCard({ server }: { server: Server }) {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(serverAction.resizeOptions, { serverId: server.id });
  const resize = useWrite(serverAction.resize, { notices: 'form' });
  const [plan, setPlan] = useState<string | null>(null);
  const [isSameDisk, setSameDisk] = useState(true);
  useHashAction('size', () => document.getElementById('size')?.scrollIntoView());
  const reason = disabledReason(server, 'resize');
  const chosen = read.data?.options.find((option) => option.plan === plan);
  const isFixed = chosen !== undefined && (chosen.kept === null || chosen.resized === null);
  const keepDisk = isFixed ? chosen.kept !== null : isSameDisk;
  const quote = chosen && (keepDisk ? chosen.kept : chosen.resized);
  const error = resize.error instanceof ApiError ? resize.error : null;
  return (
    <Card id="size" title={t('server:settings.size')}>
      <p className="mb-3.5 text-ui text-text-2">{t('server:settings.sizeText')}</p>
      {read.data ? (
        <div className="grid gap-[18px]">
          <RadioCards
            label={t('server:settings.sizeLabel')}
            value={plan}
            onChange={setPlan}
            min={280}
            cards={read.data.options.map((option) => ({
              value: option.plan,
              label: option.named ? option.name : t('server:settings.customSize', { name: option.name }),
              end: t('server:settings.monthly', { sum: formatMoney(option.monthly, locale, { exact: true }) }),
              description: (
                <>
                  <span className="block">{sizeText({ ...option, disk: { size: option.disk, type: server.disk.type } }, t, locale)}</span>
                  <span className="block">{t('server:settings.hourly', { sum: formatRate(option.hourly, locale) })}</span>
                  {option.keepsDisk && (
                    <span className="block">
                      {t('server:settings.withDisk', {
                        size: formatNumber(server.disk.size, locale),
                        sum: formatMoney(option.extraMonthly, locale, { exact: true }),
                      })}
                    </span>
                  )}
                </>
              ),
              disabled: option.isCurrent,
              reason: t('server:settings.current'),
            }))}
          />
          <Checkbox
            label={t('server:settings.keepDisk')}
            help={t('server:settings.keepDiskText')}
            checked={keepDisk}
            disabled={isFixed}
            onChange={(event) => setSameDisk(event.target.checked)}
          />
          {chosen && quote && <ResizePrice current={read.data.current} option={chosen} quote={quote} />}
          {error && (
            <Banner tone="danger" live>
              {error.message}
            </Banner>
          )}
          <div className="flex justify-end">
            <Button
              kind="primary"
              busy={resize.isPending}
              disabled={!quote || reason !== undefined}
              reason={reason}
              onClick={() => {
                if (!chosen || !quote) return;
                const { cpu, ram, disk } = chosen;
                const shown = { rate: quote.rate, due: quote.due };
                const run = () =>
                  resize.mutateAsync({ serverId: server.id, cpu, ram, disk, keepDisk, shown }).catch(() => {
                    // The card shows the refusal. After a changed price, the new one is read and shown.
                    staleGroups(['serverAction']);
                  });
                // A server that is powered off isn't interrupted.
                if (server.power === 'off') return void run();
                openDialog({
                  kind: 'confirm',
                  title: t('server:ask.resize', { name: server.name }),
                  description: t('server:ask.resizeText'),
                  action: t('server:task.resize'),
                  cancel: t('server:ask.cancel'),
                  run: async () => void (await run()),
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
