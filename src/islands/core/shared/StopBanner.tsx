import type { Stopped } from '../../../lib/contract/core/stopped.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';

interface StopBannerProps {
  stopped: Stopped | undefined;
  /** The path of this page: where adding credit leads back to. */
  path: string;
}

/** Why something is stopped, since when, and what starts it again. Nothing while it isn't. */
export function StopBanner({ stopped, path }: StopBannerProps) {
  const t = useT();
  if (!stopped) return null;
  const { reason, since } = stopped;
  const to = { account: href('tickets'), balance: `${href('topUp')}?returnTo=${encodeURIComponent(path)}`, cap: href('budget') }[reason];
  return (
    <Banner tone="danger" className="mb-[18px]" action={<a href={to}>{t(`shell:stopped.${reason}Action`)}</a>}>
      {t(`shell:stopped.${reason}`, { time: formatDateTime(since, currentLocale()) })}
    </Banner>
  );
}
