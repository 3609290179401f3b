import { useMay } from '../../../browser/access.ts';
import { useRead } from '../../../browser/api/query.ts';
import { notificationSetting } from '../../../lib/contract/core/notificationSetting.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { AccountPage } from '../shared/AccountPage.tsx';
import { toDataState } from '../shared/dataState.ts';
import { EventMatrix } from './EventMatrix.tsx';
import { ReachCard } from './ReachCard.tsx';
import { TimingCard } from './TimingCard.tsx';
import { Webhooks } from './Webhooks.tsx';

/** Notification channels by event, quiet hours, and webhooks. */
export default function NotificationSettings() {
  const t = useT();
  const may = useMay();
  const read = useRead(notificationSetting.get, {});
  return (
    <AccountPage
      route="notificationSettings"
      title={t('notificationSetting:title')}
      lead={t('notificationSetting:lead')}
      data={toDataState(read)}
      loadFailed={t('notificationSetting:loadFailed')}
      aside={(settings) => <ReachCard {...settings} />}
    >
      {({ setting, timeZone, sms }) => (
        <>
          <EventMatrix setting={setting} sms={sms} />
          <TimingCard setting={setting} timeZone={timeZone} />
          {may('webhooks') && <Webhooks />}
        </>
      )}
    </AccountPage>
  );
}
