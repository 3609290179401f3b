import { FolderOpen, Scaling, Trash2 } from 'lucide-react';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { Space } from '../../../lib/contract/cloud/space.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { GB } from '../../../lib/rules/cloud/space/limits.ts';
import type { Column, RowMenu } from '../../ui/DataTable.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { sizeText, usageText } from './sizes.ts';

const share = ({ used, size }: Space) => used / (size * GB);

export const spaceColumns = (): readonly Column<Space>[] => [
  {
    key: 'name',
    title: t('space:name'),
    cell: ({ id, name, dataCenter, suspended, access }) => (
      <span className="block min-w-0">
        <a href={href('space', { id })} className="block truncate font-semibold text-text">
          <bdi dir="ltr">{name}</bdi>
        </a>
        <span className="block truncate text-caption text-text-3">
          {dataCenter}
          {access === 'publicRead' && ` · ${t('space:access.badge')}`}
          {suspended && <span className="text-warning"> · {t('space:stopped')}</span>}
        </span>
      </span>
    ),
    place: 'title',
    sort: ({ name }) => name,
    search: ({ name, dataCenter }) => `${name}\n${dataCenter}`,
    csv: ({ name }) => name,
  },
  {
    key: 'dataCenter',
    title: t('space:dataCenter'),
    csv: ({ dataCenter }) => dataCenter,
  },
  {
    key: 'used',
    title: t('space:usage'),
    cell: (item) => (
      <span className="grid gap-1.5">
        <span className="num text-text-2">{usageText(item)}</span>
        <Meter value={share(item)} tone={share(item) > 0.9 ? 'warning' : undefined} />
      </span>
    ),
    place: 'sub',
    width: '240px',
    sort: ({ used }) => used,
    csv: ({ used }) => used,
  },
  { key: 'access', title: t('space:access.title'), csv: ({ access }) => access ?? '' },
  { key: 'size', title: t('space:size'), csv: ({ size }) => size },
  {
    key: 'objects',
    title: t('space:objects'),
    cell: ({ objects }) => formatNumber(objects, currentLocale()),
    width: '130px',
    num: true,
    sort: ({ objects }) => objects,
    csv: ({ objects }) => objects,
  },
  {
    key: 'createdAt',
    title: t('space:createdAt'),
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatDateTime(createdAt, currentLocale())}>
        {formatDate(createdAt, currentLocale())}
      </time>
    ),
    width: '150px',
    sort: ({ createdAt }) => Date.parse(createdAt),
    csv: ({ createdAt }) => createdAt,
  },
];

export const spaceMenu = (onResize: (item: Space) => void, remove: (item: Space) => Promise<unknown>): RowMenu<Space> => ({
  label: ({ name }) => t('space:actions', { name }),
  title: ({ name }) => name,
  items: (item) => [
    { key: 'open', label: t('space:open'), icon: FolderOpen, href: href('space', { id: item.id }) },
    { key: 'resize', label: t('space:resize'), icon: Scaling, onSelect: () => onResize(item) },
    {
      key: 'delete',
      label: t('space:deleteMore'),
      icon: Trash2,
      danger: true,
      group: true,
      reason: item.used > 0 || item.objects > 0 ? t('space:error.notEmpty') : undefined,
      onSelect: () =>
        openDialog({
          kind: 'delete',
          title: t('space:deleteQuestion', { name: item.name }),
          description: t('space:deleteText'),
          losses: [t('space:deleteLoss'), sizeText(item.size)],
          phrase: item.name,
          action: t('space:delete'),
          cancel: t('common:cancel'),
          run: () => remove(item),
        }),
    },
  ],
});
