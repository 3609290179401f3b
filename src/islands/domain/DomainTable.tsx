import { Copy, Download, Ellipsis, FileText, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { exportZone } from '../../lib/api/zone.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import { formatDate, formatDateTime } from '../../lib/format/date.ts';
import { formatNumber } from '../../lib/format/number.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { navigate } from '../../lib/navigate.ts';
import { href } from '../../lib/routes.ts';
import { notify } from '../../lib/stores/snackbars.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Card } from '../ui/Card.tsx';
import { copy } from '../ui/CopyButton.tsx';
import { DomainText } from '../ui/DomainText.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import { StatusBadge, StatusText } from '../ui/StatusBadge.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../ui/Table.tsx';
import { useCompact } from '../ui/useCompact.ts';
import { type VirtualRow, VirtualRows } from '../ui/VirtualRows.tsx';
import { type DomainFilter, type SortKey, sortKeyOf } from './filter.ts';
import { askToRemove } from './remove.ts';
import { statusKinds } from './status.ts';

/** More rows than this and only those near the view are on the page. */
const VIRTUAL_FROM = 200;
const wide = [undefined, '196px', '132px', '104px', '136px', '64px'] as const;
/** At 1190 px or less, where the date gives way. */
const narrow = [undefined, '164px', '124px', '88px', '60px'] as const;

export interface DomainTableProps {
  domains: readonly Domain[];
  filter: DomainFilter;
  onSort: (change: Partial<DomainFilter>) => void;
}

export function DomainTable({ domains, filter, onSort }: DomainTableProps) {
  const t = useT();
  const compact = useCompact();
  const sorted = sortKeyOf(filter);
  const isDown = filter.dir === 'desc';
  const head = (key: SortKey, num = false) => (
    <HeadCell
      num={num}
      sort={sorted === key ? (isDown ? 'descending' : 'ascending') : null}
      onSort={() => onSort({ sort: key, dir: sorted === key && !isDown ? 'desc' : 'asc' })}
    >
      {t(`domain:column.${key}`)}
    </HeadCell>
  );
  return (
    <Card flush>
      <Table label={t('domain:title')} rows twoLine widths={compact ? narrow : wide} total={domains.length + 1}>
        <Head>
          {head('name')}
          {head('status')}
          {head('plan')}
          {head('records', true)}
          {!compact && head('dateAdded')}
          <HeadCell>
            <span className="sr-only">{t('domain:column.actions')}</span>
          </HeadCell>
        </Head>
        {domains.length > VIRTUAL_FROM ? (
          <VirtualRows items={domains} keyOf={({ id }) => id} columns={compact ? 5 : 6} height={52}>
            {(domain, { key, ...row }) => <DomainRow key={key} domain={domain} row={row} compact={compact} />}
          </VirtualRows>
        ) : (
          <tbody>
            {domains.map((domain) => (
              <DomainRow key={domain.id} domain={domain} compact={compact} />
            ))}
          </tbody>
        )}
      </Table>
    </Card>
  );
}

interface DomainRowProps {
  domain: Domain;
  compact: boolean;
  row?: Omit<VirtualRow, 'key'>;
}

function DomainRow({ domain, compact, row }: DomainRowProps) {
  const t = useT();
  const locale = currentLocale();
  const { id, name, status, plan, nameServers, records, dateAdded } = domain;
  const to = href('dns', { domain: name });
  const items = useMemo(
    () => [
      { key: 'dns', label: t('domain:menu.dns'), icon: FileText, href: to },
      { key: 'copy', label: t('domain:menu.copy'), icon: Copy, onSelect: () => void copyName(name, t) },
      { key: 'export', label: t('domain:menu.export'), icon: Download, onSelect: () => void exportZone(id) },
      {
        key: 'remove',
        label: t('domain:menu.remove'),
        icon: Trash2,
        danger: true,
        group: true as const,
        onSelect: () => askToRemove(domain),
      },
    ],
    [t, to, name, id, domain],
  );
  return (
    <Row
      {...row}
      className="cursor-pointer"
      onClick={(event) => {
        // Menus and sheets of the row lie elsewhere on the page, but their clicks come through React all the same.
        const target = event.target as HTMLElement;
        if (!event.currentTarget.contains(target) || target.closest('a, button') || getSelection()?.isCollapsed === false) return;
        navigate.to(to);
      }}
    >
      <Cell m="title">
        <span className="flex min-w-0 items-center gap-3">
          <span className="flex-none max-sm:hidden">
            <Avatar name={name} tile size={32} />
          </span>
          <span className="min-w-0">
            <a href={to} className="block font-semibold text-text hover:text-brand-text">
              <DomainText className="block truncate rtl:text-end">{name}</DomainText>
            </a>
            <DomainText mono className="block truncate text-caption text-text-3 max-sm:hidden rtl:text-end">
              {nameServers.join(', ')}
            </DomainText>
          </span>
        </span>
      </Cell>
      <Cell>
        <StatusBadge kind={statusKinds[status]}>{t(`common:domainStatus.${status}`)}</StatusBadge>
      </Cell>
      <Cell m="sub">
        <span className="sm:hidden">
          <StatusText kind={statusKinds[status]}>{t(`common:domainStatus.${status}`)}</StatusText>
          {' · '}
        </span>
        {t(`common:plan.${plan}`)}
      </Cell>
      <Cell num>{formatNumber(records, locale)}</Cell>
      {!compact && (
        <Cell title={formatDateTime(dateAdded, locale)}>
          <time dateTime={dateAdded}>{formatDate(dateAdded, locale)}</time>
        </Cell>
      )}
      <Cell m="more">
        <span className="row-actions">
          <Menu
            label={t('domain:menu.label', { name })}
            closeLabel={t('common:close')}
            sheetTitle={<DomainText>{name}</DomainText>}
            items={items}
            trigger={(trigger) => <IconButton icon={Ellipsis} label={t('domain:menu.label', { name })} tip={false} {...trigger} />}
          />
        </span>
      </Cell>
    </Row>
  );
}

async function copyName(name: string, t: ReturnType<typeof useT>): Promise<void> {
  const done = await copy(name);
  notify(
    done ? { type: 'success', title: t('common:copied') } : { type: 'error', title: t('error:title'), description: t('common:copyFailed') },
  );
}
