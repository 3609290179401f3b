import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale } from '../../../lib/i18n/react.tsx';

interface PartProps {
  number: number;
  title: string;
  note?: ReactNode;
  children: ReactNode;
}

/** A numbered section of the order. */
export function Part({ number, title, note, children }: PartProps) {
  return (
    <section className="border-border border-t py-6 first:border-t-0 first:pt-0" aria-label={title}>
      <header className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span
          aria-hidden
          className="grid size-7 flex-none place-items-center rounded-full bg-brand-soft font-semibold text-brand-text text-caption"
        >
          {formatNumber(number, currentLocale())}
        </span>
        <h2 className="font-semibold text-title">{title}</h2>
        {note && <span className="text-help text-text-3">{note}</span>}
      </header>
      <div className="grid gap-[18px] sm:ps-10">{children}</div>
    </section>
  );
}
