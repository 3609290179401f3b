import { Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { ApiError } from '../../../browser/api/errors.ts';
import { stale, useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { webhook as calls, type Webhook } from '../../../lib/contract/core/webhook.ts';
import { formatAge } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { StatusBadge, StatusText } from '../../ui/StatusBadge.tsx';
import { Switch } from '../../ui/Switch.tsx';

const kinds = { ready: 'ok', failing: 'waiting', suspended: 'failed', off: 'off' } as const;

/** A webhook: its URL, status and actions. */
export function WebhookItem({ webhook }: { webhook: Webhook }) {
  const t = useT();
  const locale = currentLocale();
  const update = useWrite(calls.update);
  const [testing, setTesting] = useState(false);
  const [tested, setTested] = useState<{ ok: boolean; text: string } | null>(null);
  const { id: webhookId, url, enabled, state, waiting, lastDeliveredAt, lastError, nextTryAt } = webhook;
  const { host } = new URL(url);

  const test = async () => {
    setTesting(true);
    setTested(null);
    try {
      const { ok, status, ms, message } = (await send(calls.test, { webhookId }, { notices: 'none' })).result;
      const text = ok
        ? t('notificationSetting:webhook.testOk', { status: status ?? '', ms: formatNumber(ms, locale) })
        : t('notificationSetting:webhook.testFailed', { message: message ?? '' });
      setTested({ ok, text });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setTested({ ok: false, text: error.message });
    } finally {
      setTesting(false);
    }
  };
  const remove = () =>
    openDialog({
      kind: 'confirm',
      title: t('notificationSetting:webhook.removeTitle', { host }),
      description: t('notificationSetting:webhook.removeText'),
      action: t('notificationSetting:webhook.remove'),
      async run() {
        await send(calls.delete, { webhookId });
        stale(calls.delete);
      },
    });
  return (
    <li className="grid gap-2 border-border border-b py-3.5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2.5">
        <div className="min-w-[220px] flex-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <DomainText mono className="text-ui [overflow-wrap:anywhere]">
              {url}
            </DomainText>
            <StatusBadge kind={kinds[state]}>{t(`notificationSetting:webhook.state.${state}`)}</StatusBadge>
          </div>
          <p className="mt-1 text-help text-text-3">
            {lastDeliveredAt
              ? t('notificationSetting:webhook.delivered', { age: formatAge(lastDeliveredAt, locale) })
              : t('notificationSetting:webhook.never')}
            {waiting > 0 && ` · ${t('notificationSetting:webhook.waiting', counted(waiting, locale))}`}
          </p>
        </div>
        <div className="flex items-center gap-2">
          <Button
            changes="webhooks"
            size="sm"
            icon={Send}
            busy={testing}
            busyLabel={t('notificationSetting:webhook.testing')}
            onClick={() => void test()}
          >
            {t('notificationSetting:webhook.test')}
          </Button>
          <Switch
            changes="webhooks"
            checked={enabled}
            busy={update.isPending}
            // Errors are shown in a snackbar.
            onChange={(on) => void update.mutateAsync({ webhookId, enabled: on }).catch(() => {})}
            aria-label={t('notificationSetting:webhook.toggle', { host })}
          />
          <IconButton
            changes="webhooks"
            icon={Trash2}
            size="sm"
            label={t('notificationSetting:webhook.removeTitle', { host })}
            onClick={remove}
          />
        </div>
      </div>
      {lastError && (
        <p className="text-help text-danger">
          {lastError.message} {nextTryAt && t('notificationSetting:webhook.nextTry', { age: formatAge(nextTryAt, locale) })}
        </p>
      )}
      <p role="status" className="text-help empty:hidden">
        {tested && <StatusText kind={tested.ok ? 'ok' : 'failed'}>{tested.text}</StatusText>}
      </p>
    </li>
  );
}
