import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { closeDialog, openDialog } from '../../../browser/stores/dialogs.ts';
import { webhook } from '../../../lib/contract/core/webhook.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { maxWebhooks } from '../../../lib/rules/core/webhook.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DataShell } from '../../ui/DataState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toDataState } from '../shared/dataState.ts';
import { WebhookItem } from './WebhookItem.tsx';

const WebhookForm = lazy(async () => ({ default: (await import('./WebhookForm.tsx')).WebhookForm }));

/** URLs that notifications are posted to. */
export function Webhooks() {
  const t = useT();
  const read = useRead(webhook.list, {});
  const add = () => {
    const id = openDialog({
      kind: 'standard',
      title: t('notificationSetting:webhook.addTitle'),
      body: () => (
        <Suspense>
          <WebhookForm onDone={() => closeDialog(id)} />
        </Suspense>
      ),
    });
  };
  return (
    <Card title={t('notificationSetting:webhook.title')} line>
      <p className="text-ui text-text-2">{t('notificationSetting:webhook.lead')}</p>
      <DataShell
        data={toDataState(read)}
        loading={<Skeleton label={t('common:loading')} rows={2} />}
        error={(message, retry, busy) => (
          <LoadError
            flush
            title={t('notificationSetting:webhook.loadFailed')}
            message={message}
            retryLabel={t('common:retry')}
            onRetry={retry}
            busy={busy}
          />
        )}
        empty={null}
      >
        {({ webhooks }) => (
          <>
            {webhooks.length > 0 && (
              <ul aria-label={t('notificationSetting:webhook.list')} className="mt-3.5 border-border border-t">
                {webhooks.map((one) => (
                  <WebhookItem key={one.id} webhook={one} />
                ))}
              </ul>
            )}
            <Button
              icon={Plus}
              className="mt-3.5"
              {...(webhooks.length >= maxWebhooks && {
                disabled: true,
                reason: t('notificationSetting:webhook.error.limit', { max: formatNumber(maxWebhooks, currentLocale()) }),
              })}
              onClick={add}
            >
              {t('notificationSetting:webhook.add')}
            </Button>
          </>
        )}
      </DataShell>
    </Card>
  );
}
