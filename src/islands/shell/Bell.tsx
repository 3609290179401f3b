import { Bell as BellIcon } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { counted } from '../../lib/format/quantity.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Popover } from '../ui/Popover.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const BellPanel = lazy(() => import('./BellPanel.tsx'));

/** The newest notifications. A dot shows that some are unread; only screen readers get the number. */
export function Bell({ unread }: { unread: number }) {
  const t = useT();
  const locale = useLocale();
  const label = unread > 0 ? t('notification:bellUnread', counted(unread, locale)) : t('notification:bell');
  return (
    <Popover
      label={t('notification:title')}
      closeLabel={t('common:close')}
      trigger={(trigger) => <IconButton icon={BellIcon} label={label} dot={unread > 0} {...trigger} />}
    >
      {(close) => (
        <Suspense fallback={<Skeleton label={t('common:loading')} rows={4} twoLine />}>
          <BellPanel onDone={close} />
        </Suspense>
      )}
    </Popover>
  );
}
