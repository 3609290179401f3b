import type { ReactNode } from 'react';
import { formatDateTime } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';

interface CodeUsesProps<U> {
  /** The newest ones, and the number of all; undefined while they are read. */
  data: { uses: readonly U[]; total: number } | undefined;
  error: Error | null;
  /** What a use was for. */
  detail: (use: U) => ReactNode;
}

/** The customers who used a code, newest first. */
export function CodeUses<U extends { account: { id: string; email: string }; usedAt: string }>({ data, error, detail }: CodeUsesProps<U>) {
  const t = useT();
  const locale = currentLocale();
  if (!data) return error ? <p className="text-ui text-danger">{error.message}</p> : null;
  const { uses, total } = data;
  return (
    <section aria-label={t('catalogue:code.uses')} className="border-t border-border pt-4">
      <h3 className="text-ui font-semibold text-text">{t('catalogue:code.uses')}</h3>
      {total > uses.length && (
        <p className="text-caption text-text-3">
          {t('catalogue:code.newestUses', { n: formatNumber(uses.length, locale), total: formatNumber(total, locale) })}
        </p>
      )}
      {uses.length === 0 ? (
        <p className="mt-1 text-ui text-text-3">{t('catalogue:code.noUses')}</p>
      ) : (
        <ul className="mt-2 divide-y divide-border">
          {uses.map((use) => (
            <li key={use.account.id} className="flex flex-wrap items-baseline gap-x-3 py-2 text-ui">
              <a
                className="min-w-0 basis-full text-brand-text [overflow-wrap:anywhere] sm:flex-1 sm:basis-0"
                href={href('operatorCustomer', { customer: use.account.id })}
              >
                <bdi dir="ltr">{use.account.email}</bdi>
              </a>
              {detail(use)}
              <time dateTime={use.usedAt} className="ms-auto text-caption text-text-3">
                {formatDateTime(use.usedAt, locale)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
