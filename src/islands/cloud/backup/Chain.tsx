import type { Backup } from '../../../lib/contract/cloud/backup.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { backupChain } from '../../../lib/rules/cloud/backup.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { cx } from '../../ui/cx.ts';
import { gigabytes } from '../shared/server/serverText.ts';

const GB = 1_000_000_000;
/** Dots that fit into a cell of the list. */
const MAX_VISIBLE = 6;

/** The chain of a backup in a line: a square is a full one, a dot is based on the previous one. */
export function ChainDots({ item, all }: { item: Backup; all: readonly Backup[] }) {
  const t = useT();
  const locale = currentLocale();
  const chain = backupChain(all, item.id);
  const position = chain.findIndex(({ id }) => id === item.id);
  const from = Math.max(0, Math.min(position - MAX_VISIBLE + 2, chain.length - MAX_VISIBLE));
  const label = t('backup:chainOf', {
    type: t(`backup:types.${item.type}`),
    position: formatNumber(position + 1, locale),
    all: formatNumber(chain.length, locale),
  });
  return (
    <span className="inline-flex items-center" role="img" aria-label={label} title={label}>
      {chain.slice(from, from + MAX_VISIBLE).map(({ id, type }, index) => (
        <span key={id} className="inline-flex items-center">
          {index > 0 && <span className="h-px w-2.5 bg-border-strong" />}
          <span
            className={cx(
              'size-2.5 border',
              type === 'full' ? 'rounded-[3px]' : 'rounded-full',
              id === item.id ? 'border-brand bg-brand' : 'border-text-3 bg-surface',
            )}
          />
        </span>
      ))}
    </span>
  );
}

/** The whole chain, with the backups that have to be deleted before this one. */
export function ChainView({ item, all }: { item: Backup; all: readonly Backup[] }) {
  const t = useT();
  const locale = currentLocale();
  const chain = backupChain(all, item.id);
  const names = all.filter(({ id }) => item.dependents.includes(id)).map(({ name }) => name);
  return (
    <div className="grid gap-5">
      <p className="text-text-2">{t('backup:chainLead')}</p>
      <ol className="grid">
        {chain.map((one, index) => (
          <li key={one.id} className="grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-3" aria-current={one.id === item.id || undefined}>
            <span aria-hidden className="grid grid-rows-[10px_auto_minmax(0,1fr)] justify-items-center">
              <span className={cx('w-px', index > 0 && 'bg-border-strong')} />
              <span
                className={cx(
                  'size-3 border-2',
                  one.type === 'full' ? 'rounded-[3px]' : 'rounded-full',
                  one.id === item.id ? 'border-brand bg-brand' : 'border-text-3 bg-surface',
                )}
              />
              <span className={cx('w-px', index < chain.length - 1 && 'bg-border-strong')} />
            </span>
            <span className="min-w-0 pb-4 pt-1">
              <span className="flex flex-wrap items-center gap-2">
                <bdi className="font-semibold text-ui [overflow-wrap:anywhere]">{one.name}</bdi>
                {one.id === item.id && <Badge>{t('backup:here')}</Badge>}
              </span>
              <span className="block text-caption text-text-3">
                {[t(`backup:types.${one.type}`), formatDateTime(one.createdAt, locale), one.isScheduled && t('backup:scheduled')]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span className="num pt-1 text-text-2 text-ui">{one.size === null ? '' : gigabytes(one.size / GB, locale)}</span>
          </li>
        ))}
      </ol>
      <Banner tone={names.length > 0 ? 'warning' : 'info'}>
        {names.length > 0
          ? t('backup:deleteFirst', { ...counted(names.length, locale), name: item.name, names: names.join(', ') })
          : t('backup:deletable', { name: item.name })}
      </Banner>
    </div>
  );
}
