import { Eye, Pencil, Star, Trash2 } from 'lucide-react';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { ServerFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column, RowMenu } from '../../ui/DataTable.tsx';

export const groupHref = ({ id }: Pick<ServerFirewall, 'id'>) => href('serverFirewallGroup', { id });

export const firewallColumns = (): readonly Column<ServerFirewall>[] => [
  {
    key: 'title',
    title: t('serverFirewall:name'),
    cell: (group) => (
      <span className="block min-w-0">
        <span className="flex items-center gap-2">
          <a className="truncate font-semibold text-text hover:text-brand-text" href={groupHref(group)}>
            <bdi>{group.title}</bdi>
          </a>
          {group.isDefault && (
            <Badge square tone="brand">
              {t('serverFirewall:default')}
            </Badge>
          )}
        </span>
        {group.description && (
          <span className="block truncate text-caption text-text-3">
            <bdi>{group.description}</bdi>
          </span>
        )}
      </span>
    ),
    place: 'title',
    sort: ({ title }) => title,
    search: ({ title, description, servers }) => [title, description, ...servers.map(({ name }) => name)].join('\n'),
    csv: ({ title }) => title,
  },
  {
    key: 'rules',
    title: t('serverFirewall:rules'),
    cell: ({ rules }) => t('serverFirewall:rulesCount', counted(rules.length, currentLocale())),
    place: 'sub',
    width: '140px',
    sort: ({ rules }) => rules.length,
    csv: ({ rules }) => rules.length,
  },
  {
    key: 'servers',
    title: t('serverFirewall:servers'),
    cell: ({ servers }) => t('serverFirewall:serversCount', counted(servers.length, currentLocale())),
    width: '140px',
    sort: ({ servers }) => servers.length,
    csv: ({ servers }) => servers.map(({ name }) => name).join(' '),
  },
  {
    key: 'updatedAt',
    title: t('serverFirewall:updatedAt'),
    cell: ({ updatedAt }) => (
      <time dateTime={updatedAt} title={formatDateTime(updatedAt, currentLocale())}>
        {formatAge(updatedAt, currentLocale())}
      </time>
    ),
    width: '160px',
    sort: ({ updatedAt }) => Date.parse(updatedAt),
    csv: ({ updatedAt }) => updatedAt,
  },
];

interface Acts {
  edit: (group: ServerFirewall) => void;
  setDefault: (group: ServerFirewall, on: boolean) => void;
  remove: (group: ServerFirewall) => Promise<unknown>;
}

export function confirmDelete(group: ServerFirewall, remove: Acts['remove']): void {
  const { title, servers, rules } = group;
  if (servers.length > 0)
    openDialog({
      kind: 'standard',
      title: t('serverFirewall:inUseTitle', { title }),
      body: () => (
        <>
          <p className="mb-3">{t('serverFirewall:inUseText')}</p>
          <ul className="grid gap-1">
            {servers.map(({ id, name }) => (
              <li key={id}>
                <a className="link" href={href('server', { id })}>
                  <bdi>{name}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </>
      ),
    });
  else
    openDialog({
      kind: 'delete',
      title: t('serverFirewall:deleteQuestion', { title }),
      description: t('serverFirewall:deleteText'),
      losses: [t('serverFirewall:rulesCount', counted(rules.length, currentLocale()))],
      action: t('serverFirewall:deleteAction'),
      cancel: t('common:cancel'),
      run: () => remove(group),
    });
}

export const firewallMenu = ({ edit, setDefault, remove }: Acts): RowMenu<ServerFirewall> => ({
  label: ({ title }) => t('serverFirewall:actions', { title }),
  title: ({ title }) => title,
  items: (group) => [
    { key: 'open', label: t('serverFirewall:open'), icon: Eye, href: groupHref(group) },
    { key: 'edit', label: t('serverFirewall:edit'), icon: Pencil, onSelect: () => edit(group) },
    {
      key: 'default',
      label: t(group.isDefault ? 'serverFirewall:defaultOff' : 'serverFirewall:defaultOn'),
      icon: Star,
      changes: true,
      onSelect: () => setDefault(group, !group.isDefault),
    },
    {
      key: 'delete',
      label: t('serverFirewall:deleteMore'),
      icon: Trash2,
      danger: true,
      group: true,
      onSelect: () => confirmDelete(group, remove),
    },
  ],
});
