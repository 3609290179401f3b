import { ListTree, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import type { RefObject } from 'react';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { ApiKey } from '../../../lib/contract/account/apiKey.ts';
import { formatAge, formatDate, formatDateTime, formatTime } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import type { Column, RowMenu } from '../../ui/DataTable.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { accessText, scopeText, spentText } from '../shared/keyText.ts';

export const keyColumns = (): readonly Column<ApiKey>[] => [
  {
    key: 'name',
    title: t('apiKey:column.name'),
    cell: ({ name, tokenHint, rolledUntil }) => (
      <span className="block min-w-0">
        <span className="flex items-center gap-2">
          <b className="truncate font-semibold">
            <bdi>{name}</bdi>
          </b>
          {rolledUntil && (
            <Badge square tone="warning">
              {t('apiKey:rolledUntil', { time: formatTime(rolledUntil, currentLocale()) })}
            </Badge>
          )}
        </span>
        <bdi dir="ltr" className="mono block truncate text-caption text-text-3">
          {tokenHint}…
        </bdi>
      </span>
    ),
    place: 'title',
    sort: ({ name }) => name,
    search: ({ name, tokenHint }) => `${name}\n${tokenHint}`,
    csv: ({ name }) => name,
  },
  {
    key: 'access',
    title: t('apiKey:column.access'),
    cell: (key) => accessText(key),
    place: 'sub',
    width: '280px',
    csv: accessText,
  },
  { key: 'scope', title: t('apiKey:column.scope'), cell: scopeText, width: '150px', csv: scopeText },
  {
    key: 'spent',
    title: t('apiKey:column.spent'),
    cell: (key) => spentText(key) ?? <span className="text-text-3">–</span>,
    width: '150px',
    sort: ({ spent }) => spent,
    csv: ({ spent }) => formatMoney(spent, currentLocale()),
  },
  {
    key: 'expires',
    title: t('apiKey:column.expires'),
    cell: ({ expireDate, expired }) =>
      expired ? (
        <StatusBadge kind="failed">{t('apiKey:expired')}</StatusBadge>
      ) : expireDate ? (
        <time dateTime={expireDate} title={formatDateTime(expireDate, currentLocale())}>
          {formatDate(expireDate, currentLocale())}
        </time>
      ) : (
        <span className="text-text-3">{t('apiKey:never')}</span>
      ),
    width: '140px',
    sort: ({ expireDate }) => (expireDate ? Date.parse(expireDate) : Number.MAX_SAFE_INTEGER),
    csv: ({ expireDate }) => expireDate ?? '',
  },
  {
    key: 'used',
    title: t('apiKey:column.used'),
    cell: ({ lastActivity, lastIp }) =>
      lastActivity ? (
        <time dateTime={lastActivity} title={`${formatDateTime(lastActivity, currentLocale())} · ${lastIp ?? ''}`}>
          {formatAge(lastActivity, currentLocale())}
        </time>
      ) : (
        <span className="text-text-3">{t('apiKey:unused')}</span>
      ),
    width: '150px',
    sort: ({ lastActivity }) => (lastActivity ? Date.parse(lastActivity) : 0),
    csv: ({ lastActivity }) => lastActivity ?? '',
  },
];

interface Acts {
  edit: (item: ApiKey) => void;
  calls: (item: ApiKey) => void;
  roll: (item: ApiKey) => void;
  remove: (item: ApiKey) => Promise<unknown>;
}

export const keyMenu = (acts: RefObject<Acts>): RowMenu<ApiKey> => ({
  label: ({ name }) => t('apiKey:actions', { name }),
  title: ({ name }) => name,
  items: (item) => [
    { key: 'edit', label: t('apiKey:edit'), icon: Pencil, onSelect: () => acts.current.edit(item) },
    { key: 'calls', label: t('apiKey:calls.action'), icon: ListTree, onSelect: () => acts.current.calls(item) },
    { key: 'roll', label: t('apiKey:roll.action'), icon: RefreshCw, changes: true, onSelect: () => acts.current.roll(item) },
    {
      key: 'remove',
      label: t('apiKey:remove.more'),
      icon: Trash2,
      danger: true,
      group: true,
      onSelect: () =>
        openDialog({
          kind: 'confirm',
          title: t('apiKey:remove.title', { name: item.name }),
          description: t('apiKey:remove.text'),
          action: t('apiKey:remove.action'),
          run: () => acts.current.remove(item),
        }),
    },
  ],
});
