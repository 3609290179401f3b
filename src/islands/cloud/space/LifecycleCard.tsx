import { Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { Space } from '../../../lib/contract/cloud/space.ts';
import { type SpaceLifecycleRule, spaceLifecycle } from '../../../lib/contract/cloud/spaceLifecycle.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';

const LifecycleForm = lazy(async () => ({ default: (await import('./LifecycleForm.tsx')).LifecycleForm }));

/** The rules by which objects, versions and unfinished uploads of a space are deleted. */
export function LifecycleCard({ item }: { item: Space }) {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(spaceLifecycle.get, { spaceId: item.id });
  const set = useWrite(spaceLifecycle.set);
  const { add, edit, dialog } = useEditDialog<SpaceLifecycleRule>({
    addTitle: t('space:lifecycle.add'),
    editTitle: t('space:lifecycle.edit'),
    form: (rule, callbacks) => read.data && <LifecycleForm spaceId={item.id} lifecycle={read.data} item={rule} {...callbacks} />,
  });
  const reason = item.suspended ? t('space:error.suspended') : undefined;
  const scopeOf = ({ prefix }: SpaceLifecycleRule) => prefix || t('space:lifecycle.all');
  const effects = ({ expireDays, noncurrentDays, abortDays }: SpaceLifecycleRule) =>
    (
      [
        ['expires', expireDays],
        ['noncurrents', noncurrentDays],
        ['aborts', abortDays],
      ] as const
    ).flatMap(([name, n]) => (n === null ? [] : [t(`space:lifecycle.${name}`, { days: t('space:object.days', counted(n, locale)) })]));
  const confirmRemoval = (rule: SpaceLifecycleRule) => {
    const { data } = read;
    if (!data) return;
    openDialog({
      kind: 'confirm',
      title: t('space:lifecycle.removeQuestion', { scope: scopeOf(rule) }),
      description: t('space:lifecycle.removeText'),
      action: t('space:lifecycle.removeAction'),
      run: () => set.mutateAsync({ spaceId: item.id, revision: data.revision, rules: data.rules.filter(({ id }) => id !== rule.id) }),
    });
  };
  const { rules = [], others = [] } = read.data ?? {};
  return (
    <Card
      title={t('space:lifecycle.title')}
      footer={
        read.data && (
          <Button size="sm" icon={Plus} onClick={add} disabled={item.suspended} reason={reason}>
            {t('space:lifecycle.add')}
          </Button>
        )
      }
    >
      {read.error ? (
        <LoadError
          flush
          title={t('space:lifecycle.loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void read.refetch()}
          busy={read.isFetching}
        />
      ) : !read.data ? (
        <Skeleton label={t('common:loading')} rows={2} />
      ) : rules.length + others.length === 0 ? (
        <p className="text-help text-text-3">{t('space:lifecycle.none')}</p>
      ) : (
        <ul className="grid gap-3.5">
          {rules.map((rule) => (
            <li key={rule.id} className="flex items-start justify-between gap-2">
              <span className="min-w-0">
                <span className="flex flex-wrap items-center gap-2">
                  <bdi className="break-all font-medium text-text">{scopeOf(rule)}</bdi>
                  {!rule.isEnabled && <Badge>{t('space:lifecycle.off')}</Badge>}
                </span>
                {effects(rule).map((text) => (
                  <span key={text} className="block text-caption text-text-3">
                    {text}
                  </span>
                ))}
              </span>
              <span className="flex shrink-0 gap-1">
                <IconButton
                  size="sm"
                  icon={Pencil}
                  label={t('space:lifecycle.editOf', { scope: scopeOf(rule) })}
                  onClick={() => edit(rule)}
                  disabled={item.suspended}
                />
                <IconButton
                  changes
                  size="sm"
                  icon={Trash2}
                  label={t('space:lifecycle.remove', { scope: scopeOf(rule) })}
                  onClick={() => confirmRemoval(rule)}
                  disabled={item.suspended}
                />
              </span>
            </li>
          ))}
          {others.map(({ id, isEnabled, elements }) => (
            <li key={id} className="grid gap-1">
              <span className="flex flex-wrap items-center gap-2">
                <bdi className="break-all font-medium text-text">{t('space:lifecycle.otherId', { id })}</bdi>
                <Badge>{isEnabled ? t('space:lifecycle.other') : t('space:lifecycle.off')}</Badge>
              </span>
              <bdi dir="ltr" className="mono block break-all text-caption text-text-3">
                {elements.map(({ name, value }) => `${name}: ${value}`).join(', ')}
              </bdi>
              <span className="text-caption text-text-3">{t('space:lifecycle.otherText')}</span>
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </Card>
  );
}
