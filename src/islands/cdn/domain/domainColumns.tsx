import { Copy, Download, FileText, LayoutGrid, Trash2, Waypoints } from 'lucide-react';
import { notify } from '../../../browser/stores/snackbars.ts';
import { type Domain, domainStatuses } from '../../../lib/contract/cdn/domain.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { nameToUnicode } from '../../../lib/format/punycode.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { isUnfinished, isWaiting } from '../../../lib/rules/cdn/domain/lifecycle.ts';
import { planCodes } from '../../../lib/rules/core/plans.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { copy } from '../../ui/CopyButton.tsx';
import type { Column, Filter, RowMenu } from '../../ui/DataTable.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { StatusBadge, StatusText } from '../../ui/StatusBadge.tsx';
import { exportZone } from '../shared/exportZone.ts';
import { ModeBadges } from '../shared/ModeBadges.tsx';
import { statusKinds } from './domainStatus.ts';
import { confirmRemove } from './remove.ts';
import { setupHref } from './steps.ts';
import { toggleItem } from './toggle.ts';

const statusText = ({ status }: Domain) => t(`common:domainStatus.${status}`);
const planText = ({ plan }: Domain) => t(`common:plan.${plan}`);

export const domainColumns = (): readonly Column<Domain>[] => [
  {
    key: 'name',
    title: t('domain:column.name'),
    cell: (domain) => <Name domain={domain} />,
    place: 'title',
    sort: ({ name }) => nameToUnicode(name),
    // Names are stored in ASCII, and can be searched in any script.
    search: ({ name }) => (name.includes('xn--') ? `${name}\n${nameToUnicode(name)}` : name),
    csv: ({ name }) => name,
  },
  {
    key: 'status',
    title: t('domain:column.status'),
    cell: (domain) => (
      <span className="inline-flex flex-wrap items-center gap-1.5">
        <StatusBadge kind={statusKinds[domain.status]}>{statusText(domain)}</StatusBadge>
        <ModeBadges {...domain} />
      </span>
    ),
    width: '196px',
    narrow: '164px',
    sort: ({ status }) => domainStatuses.indexOf(status),
    csv: statusText,
  },
  {
    key: 'plan',
    title: t('domain:column.plan'),
    cell: (domain) => (
      <>
        <span className="sm:hidden">
          <StatusText kind={statusKinds[domain.status]}>{statusText(domain)}</StatusText>
          {' · '}
        </span>
        {planText(domain)}
      </>
    ),
    width: '132px',
    narrow: '124px',
    place: 'sub',
    sort: ({ plan }) => planCodes.indexOf(plan),
    csv: planText,
  },
  {
    key: 'records',
    title: t('domain:column.records'),
    cell: ({ records }) => formatNumber(records, currentLocale()),
    num: true,
    width: '104px',
    narrow: '88px',
    sort: ({ records }) => records,
    csv: ({ records }) => records,
  },
  {
    key: 'dateAdded',
    title: t('domain:column.dateAdded'),
    cell: ({ dateAdded }) => (
      <time dateTime={dateAdded} title={formatDateTime(dateAdded, currentLocale())}>
        {formatDate(dateAdded, currentLocale())}
      </time>
    ),
    width: '136px',
    narrow: 'hidden',
    sort: ({ dateAdded }) => Date.parse(dateAdded),
    csv: ({ dateAdded }) => dateAdded,
  },
  { key: 'nameServers', title: t('domain:column.nameServers'), csv: ({ nameServers }) => nameServers.join(' ') },
];

export const domainFilters = (): readonly Filter<Domain>[] => [
  {
    key: 'status',
    label: t('domain:column.status'),
    value: ({ status }) => status,
    options: domainStatuses.map((status) => ({ value: status, label: t(`common:domainStatus.${status}`) })),
  },
  {
    key: 'plan',
    label: t('domain:column.plan'),
    value: ({ plan }) => plan,
    options: planCodes.map((plan) => ({ value: plan, label: t(`common:plan.${plan}`) })),
  },
];

export const domainMenu = (): RowMenu<Domain> => ({
  label: ({ name }) => t('domain:menu.label', { name }),
  title: ({ name }) => <DomainText>{name}</DomainText>,
  items: (domain) => [
    ...(isWaiting(domain) ? [{ key: 'setup', label: setupText(domain), icon: Waypoints, href: setupHref(domain) }] : []),
    { key: 'overview', label: t('domain:menu.overview'), icon: LayoutGrid, href: href('overview', { domain: domain.name }) },
    { key: 'dns', label: t('domain:menu.dns'), icon: FileText, href: href('dns', { domain: domain.name }) },
    { key: 'copy', label: t('domain:menu.copy'), icon: Copy, onSelect: () => void copyName(domain.name) },
    { key: 'export', label: t('domain:menu.export'), icon: Download, onSelect: () => void exportZone(domain.id) },
    { ...toggleItem(domain), group: true },
    {
      key: 'remove',
      label: t('domain:menu.remove'),
      icon: Trash2,
      danger: true,
      changes: 'orders',
      group: true,
      onSelect: () => confirmRemove(domain),
    },
  ],
});

/** The next setup step of a waiting domain. */
const setupText = (domain: Domain) =>
  t(domain.setupMode === 'cname' ? 'domain:menu.checkRecord' : isUnfinished(domain) ? 'domain:menu.continue' : 'domain:menu.checkNs');

function Name({ domain }: { domain: Domain }) {
  const { name, nameServers, setupMode } = domain;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="flex-none max-sm:hidden">
        <Avatar name={name} tile size={32} />
      </span>
      {/* Two links in one cell: the row's padding keeps enough distance for touch (WCAG 2.5.8). */}
      <span className="block min-w-0 sm:-my-1.5">
        <a href={href('overview', { domain: name })} className="block font-semibold text-text hover:text-brand-text">
          <DomainText className="block truncate">{name}</DomainText>
        </a>
        {isWaiting(domain) ? (
          <a href={setupHref(domain)} className="link mt-1.5 block truncate text-caption max-sm:hidden">
            {setupText(domain)}
          </a>
        ) : setupMode === 'cname' ? (
          <span className="block truncate text-caption text-text-3 max-sm:hidden">{t('domain:servers.cname')}</span>
        ) : (
          <DomainText mono className="block truncate text-caption text-text-3 max-sm:hidden">
            {nameServers.join(', ')}
          </DomainText>
        )}
      </span>
    </span>
  );
}

async function copyName(name: string): Promise<void> {
  const done = await copy(name);
  notify(
    done ? { type: 'success', title: t('common:copied') } : { type: 'error', title: t('error:title'), description: t('common:copyFailed') },
  );
}
