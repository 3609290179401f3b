import type { ReactNode } from 'react';
import { formatNumber } from '../../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../../lib/i18n/react.tsx';
import { DomainText } from '../../../ui/DomainText.tsx';
import { Scroller } from '../../../ui/Scroller.tsx';

interface ZoneRowsProps<L> {
  lines: readonly L[];
  label: string;
  tone?: 'danger';
  /** `lines` may be the first of them. */
  total: number;
  /** Below the message of a line. */
  children?: (line: L) => ReactNode;
}

/** Lines of the file with the reason for their result. */
export function ZoneRows<L extends { line: number; text: string; message: string }>(props: ZoneRowsProps<L>) {
  const { lines, label, tone, total, children } = props;
  const t = useT();
  return (
    <>
      <Scroller label={label} className="max-h-80 rounded-md ring-1 ring-border">
        <ul aria-label={label}>
          {lines.map((line) => (
            <li key={`${line.line} ${line.text} ${line.message}`} className="grid gap-0.5 border-b border-border px-4 py-2 last:border-b-0">
              <span className="flex min-w-0 items-baseline gap-3">
                <span className="num flex-none text-caption text-text-3">
                  {t('zone:preview.line', { line: formatNumber(line.line, currentLocale(), { useGrouping: false }) })}
                </span>
                <DomainText mono className="min-w-0 truncate text-text">
                  {line.text}
                </DomainText>
              </span>
              <span className={tone === 'danger' ? 'text-help text-danger' : 'text-help text-text-2'}>{line.message}</span>
              {children?.(line)}
            </li>
          ))}
        </ul>
      </Scroller>
      <TruncationNotice shown={lines.length} total={total} />
    </>
  );
}

/** States that a list of lines isn't complete. */
export function TruncationNotice({ shown, total }: { shown: number; total: number }) {
  const t = useT();
  const number = (value: number) => formatNumber(value, currentLocale());
  if (shown >= total) return null;
  return <p className="text-caption text-text-3">{t('zone:preview.firstLines', { shown: number(shown), total: number(total) })}</p>;
}

/** A part of the preview that opens on demand. */
export function ZonePart({ title, open = false, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details className="rounded-md ring-1 ring-border" open={open}>
      <summary className="px-4 py-2.5 font-medium text-text">{title}</summary>
      <div className="grid gap-2 px-2 pb-2">{children}</div>
    </details>
  );
}
