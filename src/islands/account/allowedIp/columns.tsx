import { Trash2 } from 'lucide-react';
import type { RefObject } from 'react';
import type { AllowedIp } from '../../../lib/contract/account/allowedIp.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import type { Column, RowMenu } from '../../ui/DataTable.tsx';
import { DomainText } from '../../ui/DomainText.tsx';

export const addressColumns = (): readonly Column<AllowedIp>[] => [
  {
    key: 'ip',
    title: t('allowedIp:column.ip'),
    cell: ({ ip }) => (
      <b className="font-semibold">
        <DomainText mono>{ip}</DomainText>
      </b>
    ),
    place: 'title',
    sort: ({ ip }) => ip,
    search: ({ ip, description }) => `${ip}\n${description}`,
    csv: ({ ip }) => ip,
    width: '320px',
  },
  {
    key: 'description',
    title: t('allowedIp:column.description'),
    cell: ({ description }) => description || <span className="text-text-3">{t('allowedIp:noDescription')}</span>,
    place: 'sub',
    clip: true,
    csv: ({ description }) => description,
  },
  {
    key: 'added',
    title: t('allowedIp:column.added'),
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatDateTime(createdAt, currentLocale())}>
        {formatDate(createdAt, currentLocale())}
      </time>
    ),
    width: '170px',
    sort: ({ createdAt }) => Date.parse(createdAt),
    csv: ({ createdAt }) => createdAt,
  },
];

export const addressMenu = (remove: RefObject<(item: AllowedIp) => void>): RowMenu<AllowedIp> => ({
  label: ({ ip }) => t('allowedIp:actions', { ip }),
  title: ({ ip }) => ip,
  items: (item) => [{ key: 'remove', label: t('allowedIp:remove.more'), icon: Trash2, danger: true, onSelect: () => remove.current(item) }],
});
