import { Fingerprint, LogOut, Monitor, Smartphone } from 'lucide-react';
import type { RefObject } from 'react';
import type { Device } from '../../../lib/contract/account/device.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import type { Column, RowMenu } from '../../ui/DataTable.tsx';
import { DomainText } from '../../ui/DomainText.tsx';

const phones: ReadonlySet<string> = new Set(['Android', 'iOS']);

/** `Chrome on Windows`. */
export function deviceName({ browser, os }: Pick<Device, 'browser' | 'os'>): string {
  if (browser && os) return t('device:name', { browser, os });
  return browser || os || t('device:unknown');
}

const Age = ({ iso }: { iso: string }) => (
  <time dateTime={iso} title={formatDateTime(iso, currentLocale())}>
    {formatAge(iso, currentLocale())}
  </time>
);

export const deviceColumns = (): readonly Column<Device>[] => [
  {
    key: 'device',
    title: t('device:column.device'),
    cell: (item) => {
      const Sign = phones.has(item.os) ? Smartphone : Monitor;
      return (
        <span className="flex min-w-0 items-center gap-2.5">
          <Sign aria-hidden className="size-4 flex-none text-text-3" />
          <b className="truncate font-semibold">
            <bdi>{deviceName(item)}</bdi>
          </b>
          {item.current && (
            <Badge square tone="brand">
              {t('device:current')}
            </Badge>
          )}
          {item.method === 'passkey' && (
            <Fingerprint className="size-4 flex-none text-text-3" aria-label={t('device:passkey')} role="img" />
          )}
        </span>
      );
    },
    place: 'title',
    sort: deviceName,
    search: (item) => `${deviceName(item)}\n${item.ip}`,
    csv: deviceName,
  },
  {
    key: 'ip',
    title: t('device:column.network'),
    cell: ({ ip }) => <DomainText mono>{ip}</DomainText>,
    place: 'sub',
    width: '240px',
    csv: ({ ip }) => ip,
  },
  {
    key: 'active',
    title: t('device:column.active'),
    cell: ({ lastActivity }) => <Age iso={lastActivity} />,
    place: 'end',
    width: '170px',
    sort: ({ lastActivity }) => Date.parse(lastActivity),
    csv: ({ lastActivity }) => lastActivity,
  },
  {
    key: 'signedIn',
    title: t('device:column.signedIn'),
    cell: ({ loginDate }) => <Age iso={loginDate} />,
    width: '170px',
    sort: ({ loginDate }) => Date.parse(loginDate),
    csv: ({ loginDate }) => loginDate,
  },
];

export const deviceMenu = (end: RefObject<(item: Device) => void>): RowMenu<Device> => ({
  label: (item) => t('device:actions', { device: deviceName(item) }),
  title: deviceName,
  items: (item) => [
    {
      key: 'end',
      label: t('device:end.more'),
      icon: LogOut,
      danger: true,
      reason: item.current ? t('device:error.current') : undefined,
      onSelect: () => end.current(item),
    },
  ],
});
