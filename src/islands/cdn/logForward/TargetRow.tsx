import { Ellipsis, Pencil, Send, Trash2 } from 'lucide-react';
import type { LogTarget } from '../../../lib/contract/cdn/logForward.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TargetState } from './TargetState.tsx';
import { TargetTestResult } from './TargetTestResult.tsx';
import { confirmRemove } from './targetActions.ts';
import { useTarget } from './useTarget.ts';

export interface TargetRowProps {
  domainId: string;
  target: LogTarget;
  /** Whether the plan has log forwarding; without it, a target can only be deleted. */
  isAllowed: boolean;
  onEdit: () => void;
}

/** A target in the list: its URL, status and actions. */
export function TargetRow({ domainId, target, isAllowed, onEdit }: TargetRowProps) {
  const t = useT();
  const locale = currentLocale();
  const { switching, toggle, testing, test, tested } = useTarget(domainId, target);
  const { host } = new URL(target.target);
  const { format, signed, waiting, lastDeliveredAt, enabled, lastError, nextTryAt, failingSince, suspendedAt } = target;
  return (
    <li className="grid gap-2 border-border border-b py-3.5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2.5">
        <div className="min-w-[220px] flex-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <DomainText mono className="text-ui [overflow-wrap:anywhere]">
              {target.target}
            </DomainText>
            <TargetState target={target} />
          </div>
          <p className="mt-1 flex flex-wrap text-help text-text-3 [&>:not(:last-child)]:after:mx-1.5 [&>:not(:last-child)]:after:content-['·']">
            <span>{t(`logForward:format.${format}`)}</span>
            {signed && <span>{t('logForward:row.signed')}</span>}
            {lastDeliveredAt ? (
              <time dateTime={lastDeliveredAt} title={formatDateTime(lastDeliveredAt, locale)}>
                {t('logForward:row.delivered', { age: formatAge(lastDeliveredAt, locale) })}
              </time>
            ) : (
              <span>{t('logForward:row.never')}</span>
            )}
            {waiting > 0 && <span>{t('logForward:row.waiting', counted(waiting, locale))}</span>}
          </p>
        </div>
        <div className="flex items-center gap-2">
          {isAllowed && (
            <>
              <Button changes size="sm" icon={Send} busy={testing} busyLabel={t('logForward:test.busy')} onClick={() => void test()}>
                {t('logForward:test.action')}
              </Button>
              <Switch
                checked={enabled}
                busy={switching}
                onChange={(on) => void toggle(on)}
                aria-label={t('logForward:row.toggle', { target: host })}
              />
            </>
          )}
          <Menu
            label={t('logForward:row.menu', { target: host })}
            closeLabel={t('common:close')}
            sheetTitle={host}
            align="end"
            items={[
              ...(isAllowed ? [{ key: 'edit', label: t('common:edit'), icon: Pencil, onSelect: onEdit }] : []),
              {
                key: 'remove',
                label: t('logForward:remove.action'),
                icon: Trash2,
                danger: true,
                ...(isAllowed && { group: true as const }),
                onSelect: () => confirmRemove(domainId, target),
              },
            ]}
            trigger={(trigger) => <IconButton icon={Ellipsis} size="sm" label={t('logForward:row.menu', { target: host })} {...trigger} />}
          />
        </div>
      </div>
      {suspendedAt ? (
        <p className="text-help text-danger">{t('logForward:row.suspended', { time: formatDateTime(suspendedAt, locale) })}</p>
      ) : (
        nextTryAt &&
        lastError &&
        failingSince && (
          <p className="text-help text-danger">
            {lastError.message} {t('logForward:row.since', { time: formatDateTime(failingSince, locale) })}{' '}
            {t('logForward:row.nextTry', { age: formatAge(nextTryAt, locale) })}
          </p>
        )
      )}
      <TargetTestResult result={tested} />
    </li>
  );
}
