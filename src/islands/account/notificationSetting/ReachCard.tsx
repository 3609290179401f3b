import type { Output } from '../../../lib/contract/call.ts';
import type { notificationSetting } from '../../../lib/contract/core/notificationSetting.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';

/** The recipients of notifications, with links to change them. */
export function ReachCard({ email, sms, timeZone }: Output<typeof notificationSetting.get>) {
  const t = useT();
  const link = (route: 'profile' | 'language', text: string) => (
    <a className="link" href={href(route)}>
      {text}
    </a>
  );
  return (
    <Card title={t('notificationSetting:reach.title')} line>
      <KeyValueList
        items={[
          {
            key: 'email',
            label: t('notificationSetting:channel.email'),
            value: <DomainText>{email}</DomainText>,
            action: link('profile', t('notificationSetting:reach.change')),
          },
          {
            key: 'sms',
            label: t('notificationSetting:channel.sms'),
            value: t(`notificationSetting:reach.${sms}`),
            action: sms === 'noMobile' && link('profile', t('notificationSetting:reach.add')),
          },
          {
            key: 'zone',
            label: t('notificationSetting:reach.zone'),
            value: <bdi dir="ltr">{timeZone}</bdi>,
            action: link('language', t('notificationSetting:reach.change')),
          },
        ]}
      />
    </Card>
  );
}
