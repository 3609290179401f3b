import { hasArea } from '../../../browser/access.ts';
import type { Output } from '../../../lib/contract/call.ts';
import type { NotificationSetting, notificationSetting } from '../../../lib/contract/core/notificationSetting.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import {
  type Channel,
  channels,
  eventNames,
  lockedChannels,
  type NotificationEvent,
  notificationEvents,
} from '../../../lib/rules/core/notificationEvents.ts';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { useSetting } from './useSetting.ts';

/** Nothing is sent about what the provider doesn't have. */
const isOffered = (event: NotificationEvent) => {
  const { line } = notificationEvents[event];
  return line === 'account' || hasArea(line);
};

interface EventMatrixProps {
  setting: NotificationSetting;
  sms: Output<typeof notificationSetting.get>['sms'];
}

/** Every event by channel. A checkbox applies immediately. */
export function EventMatrix({ setting, sms }: EventMatrixProps) {
  const t = useT();
  const { save, pending } = useSetting();
  const isOn = (event: NotificationEvent, channel: Channel) => pending?.events?.[event]?.[channel] ?? setting.events[event][channel];
  const toggle = (event: NotificationEvent, channel: Channel) => {
    const on = setting.events[event][channel];
    void save({ events: { [event]: { [channel]: !on } } }, { events: { [event]: { [channel]: on } } });
  };
  return (
    <Card title={t('notificationSetting:events')} sub={t('notificationSetting:eventsSub')} flush>
      <div className="tbl-wrap">
        <table className="tbl tbl-fixed" aria-label={t('notificationSetting:events')}>
          <colgroup>
            <col />
            {channels.map((channel) => (
              <col key={channel} className="w-[62px] sm:w-[96px]" />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{t('notificationSetting:event')}</th>
              {channels.map((channel) => (
                <th key={channel} scope="col" className="!px-1 !text-center">
                  {t(`notificationSetting:channel.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {eventNames.filter(isOffered).map((event) => {
              const locked = lockedChannels(event);
              return (
                <tr key={event} data-plain>
                  <th scope="row" className="!py-2.5">
                    <span className="block font-medium text-text">{t(`notificationSetting:name.${event}`)}</span>
                    <span className="block text-caption text-text-3">
                      {t(`notificationSetting:line.${notificationEvents[event].line}`)}
                      {locked.length > 0 && ` · ${t('notificationSetting:always')}`}
                    </span>
                  </th>
                  {channels.map((channel) => (
                    <td key={channel} className="!px-1 !text-center">
                      <Checkbox
                        aria-label={`${t(`notificationSetting:name.${event}`)}: ${t(`notificationSetting:channel.${channel}`)}`}
                        checked={isOn(event, channel) && !(channel === 'sms' && sms !== 'ready')}
                        disabled={locked.includes(channel) || pending !== null || (channel === 'sms' && sms !== 'ready')}
                        onChange={() => toggle(event, channel)}
                      />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p className="px-[18px] py-3 text-help text-text-2">{t('notificationSetting:alwaysNote')}</p>
    </Card>
  );
}
