import { useRead } from '../../../browser/api/query.ts';
import { describeChange } from '../../../lib/changes.ts';
import { type Change, log } from '../../../lib/contract/core/log.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** One entry of the audit log: who, when and how, and every changed field before and after. */
export function ChangeDetail({ logId }: { logId: string }) {
  const t = useT();
  const read = useRead(log.get, { logId });
  if (read.data) return <ChangeValues entry={read.data.log} />;
  if (!read.error) return <Skeleton label={t('common:loading')} rows={6} />;
  return (
    <LoadError
      title={t('log:detail.loadFailed')}
      message={read.error.message}
      retryLabel={t('common:retry')}
      onRetry={() => void read.refetch()}
      busy={read.isFetching}
    />
  );
}

function ChangeValues({ entry }: { entry: Change }) {
  const t = useT();
  const change = describeChange(t, currentLocale(), entry, undefined, true, true);
  const { action } = entry;
  return (
    <div className="grid gap-[18px]">
      <KeyValueList
        items={[
          { key: 'change', label: t('log:column.change'), value: change.title },
          { key: 'subject', label: t('log:column.subject'), value: <DomainText mono>{change.subject}</DomainText> },
          ...(change.place ? [{ key: 'domain', label: t('log:column.domain'), value: <DomainText>{change.place.name}</DomainText> }] : []),
          { key: 'time', label: t('log:column.time'), value: <time dateTime={change.time.iso}>{change.time.full}</time> },
          { key: 'actor', label: t('log:column.actor'), value: <bdi>{change.by}</bdi> },
          { key: 'via', label: t('log:column.via'), value: change.from },
        ]}
      />
      {change.fields.length > 0 ? (
        <ul className="divide-y divide-border" aria-label={t('log:column.changes')}>
          {change.fields.map(({ key, label, before, after, isCode }) => (
            <li key={key} className="grid gap-x-4 gap-y-1 py-2.5 text-ui sm:grid-cols-3">
              <b className="font-medium text-text">{label}</b>
              <Value label={t('log:detail.before')} text={before ?? (action === 'delete' ? after : t('log:value.none'))} isCode={isCode} />
              <Value label={t('log:detail.after')} text={action === 'delete' ? t('log:value.none') : after} isCode={isCode} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ui text-text-3">{t('log:detail.noFields')}</p>
      )}
    </div>
  );
}

const Value = ({ label, text, isCode }: { label: string; text: string; isCode: boolean }) => (
  <div className="min-w-0">
    <span className="block text-caption text-text-3">{label}</span>
    <bdi className={isCode ? 'mono block max-h-60 overflow-auto break-all' : 'block break-words'}>{text}</bdi>
  </div>
);
