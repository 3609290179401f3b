import { useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { count, percent } from './figures.ts';

export interface TopRow {
  value: string;
  /** How it is shown; default: the value itself, left to right. */
  text?: string;
  requests: number;
  /** Muted, after the number. */
  note?: string;
  /** Shows only requests with what the note says, such as a country. */
  onNote?: (() => void) | undefined;
}

interface TopListProps {
  title: string;
  rows: readonly TopRow[];
  /** What 100% is. */
  total: number;
  /** Shows only requests with the value; absent: the value can't filter. */
  onFilter?: ((value: string) => void) | undefined;
}

/** The most frequent values, each with its share. A click filters the report by it. */
export function TopList({ title, rows, total, onFilter }: TopListProps) {
  const t = useT();
  return (
    <Card title={title} className="min-w-0">
      {rows.length === 0 ? (
        <p className="text-text-3">{t('report:top.none')}</p>
      ) : (
        <ul className="grid gap-2.5">
          {rows.map(({ value, text, requests, note, onNote }) => {
            const shown = text ?? value;
            return (
              <li key={value} className="grid gap-1">
                <span className="flex min-w-0 items-baseline justify-between gap-3">
                  {onFilter ? (
                    <button
                      type="button"
                      className="min-h-6 min-w-0 truncate text-start font-medium text-text hover:text-brand-text"
                      aria-label={t('report:filter.by', { value: shown })}
                      title={shown}
                      onClick={() => onFilter(value)}
                    >
                      <bdi dir={text ? undefined : 'ltr'}>{shown}</bdi>
                    </button>
                  ) : (
                    <span className="min-w-0 truncate font-medium" title={shown}>
                      <bdi dir={text ? undefined : 'ltr'}>{shown}</bdi>
                    </span>
                  )}
                  <span className="num shrink-0">
                    {count(requests)}{' '}
                    {note && onNote ? (
                      <button
                        type="button"
                        className="min-h-6 min-w-6 text-caption text-text-3 hover:text-brand-text"
                        aria-label={t('report:filter.by', { value: note })}
                        onClick={onNote}
                      >
                        {note}
                      </button>
                    ) : (
                      <span className="text-caption text-text-3">{note ?? percent(total > 0 ? requests / total : 0)}</span>
                    )}
                  </span>
                </span>
                <Meter value={total > 0 ? requests / total : 0} />
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
