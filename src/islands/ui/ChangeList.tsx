import { ArrowRight, CirclePause, CirclePlay, FileInput, Minus, Pencil, Plus, Rocket } from 'lucide-react';
import { useT } from '../../lib/i18n/react.tsx';
import { Card } from './Card.tsx';
import { cx } from './cx.ts';
import { DataShell, type DataState } from './DataState.tsx';
import { DomainText } from './DomainText.tsx';
import type { Icon } from './icon.ts';
import { LoadError } from './LoadError.tsx';
import { Skeleton } from './Skeleton.tsx';

const icons = {
  add: Plus,
  edit: Pencil,
  remove: Minus,
  import: FileInput,
  pause: CirclePause,
  resume: CirclePlay,
  live: Rocket,
} satisfies Record<string, Icon>;

/** One change in words. */
export interface ChangeItem {
  key: string;
  kind: keyof typeof icons;
  title: string;
  /** A technical name. */
  subject: string;
  place: { name: string; href: string } | null;
  by: string | null;
  from: string | null;
  fields: readonly { key: string; label: string; before: string | null; after: string; isCode: boolean }[];
  more: string | null;
  /** Null for a change that hasn’t happened yet. */
  time: { iso: string; age: string; full: string } | null;
}

export interface ChangesCardProps {
  title: string;
  read: DataState<readonly ChangeItem[]>;
  /** What will be shown here. */
  empty: string;
  failed: string;
}

/** The latest changes as a card: what, where, and when. */
export function ChangesCard({ title, read, empty, failed }: ChangesCardProps) {
  const t = useT();
  return (
    <Card flush title={title}>
      <DataShell
        data={read}
        loading={<Skeleton label={t('common:loading')} rows={5} />}
        error={(message, retry, busy) => (
          <LoadError flush title={failed} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
        )}
        empty={<p className="px-[18px] pb-[18px] text-ui text-text-3">{empty}</p>}
      >
        {(items) => <ChangeRows label={title} items={items} />}
      </DataShell>
    </Card>
  );
}

/** The rows of a list of changes. `onOpen`: the title opens the details of the change. */
export const ChangeRows = ({
  label,
  items,
  onOpen,
}: {
  label: string;
  items: readonly ChangeItem[];
  onOpen?: ((key: string) => void) | undefined;
}) => (
  <ul className="divide-y divide-border" aria-label={label}>
    {items.map((item) => (
      <ChangeRow key={item.key} item={item} onOpen={onOpen} />
    ))}
  </ul>
);

function ChangeRow({ item, onOpen }: { item: ChangeItem; onOpen?: ((key: string) => void) | undefined }) {
  const { key: id, kind, title, subject, place, by, from, fields, more, time } = item;
  const t = useT();
  const Sign = icons[kind];
  return (
    <li className="flex gap-3 px-[18px] py-2.5">
      <span aria-hidden className="mt-px grid size-[26px] flex-none place-items-center rounded-full bg-hover text-text-3">
        <Sign className="size-3.5" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3 text-ui">
          {onOpen ? (
            <button
              type="button"
              className="text-start font-medium text-text hover:text-brand-text hover:underline"
              onClick={() => onOpen(id)}
            >
              {title}
            </button>
          ) : (
            <span className="font-medium text-text">{title}</span>
          )}
          {time && (
            <time dateTime={time.iso} title={time.full} className="flex-none text-caption text-text-3">
              {time.age}
            </time>
          )}
        </div>
        <div className="flex flex-wrap items-baseline gap-x-1.5 text-caption text-text-2">
          <DomainText mono className="min-w-0 break-words">
            {subject}
          </DomainText>
          {place && (
            <>
              <span aria-hidden>·</span>
              <a href={place.href} className="hover:text-brand-text hover:underline">
                <DomainText>{place.name}</DomainText>
              </a>
            </>
          )}
          {by && (
            <>
              <span aria-hidden>·</span>
              <span>{by}</span>
            </>
          )}
          {from && (
            <>
              <span aria-hidden>·</span>
              <span>{from}</span>
            </>
          )}
        </div>
        {fields.map(({ key, label, before, after, isCode }) => (
          <div key={key} className="flex flex-wrap items-center gap-x-1.5 text-caption text-text-3">
            <span>{label}</span>
            {before !== null && (
              <>
                <bdi className={cx('min-w-0 break-all', isCode && 'mono')}>{before}</bdi>
                <ArrowRight aria-hidden className="mirror size-3 flex-none" />
                <span className="sr-only">{t('log:becomes')}</span>
              </>
            )}
            <bdi className={cx('min-w-0 break-all text-text-2', isCode && 'mono')}>{after}</bdi>
          </div>
        ))}
        {more && <div className="text-caption text-text-3">{more}</div>}
      </div>
    </li>
  );
}
