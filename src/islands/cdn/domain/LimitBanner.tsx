import type { Limit } from '../../../lib/contract/core/stopped.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';

/** What a spending limit restricts, since when, and what ends it. */
export function LimitBanner({ limited: { action, since } }: { limited: Limit }) {
  const t = useT();
  return (
    <Banner tone="warning" className="mb-[18px]" action={<a href={href('budget')}>{t('shell:stopped.capAction')}</a>}>
      {t(`overview:limited.${action}`, { time: formatDateTime(since, currentLocale()) })}
    </Banner>
  );
}
