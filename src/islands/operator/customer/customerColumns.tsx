import { User } from 'lucide-react';
import type { CustomerRow } from '../../../lib/contract/operator/operatorCustomer.ts';
import { formatAge, formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column, Filter, RowMenu } from '../../ui/DataTable.tsx';

const typeText = ({ accountType }: CustomerRow) => t(`operatorCustomer:type.${accountType}`);
/** Shown to roles that see wallets; the others have no column of it. */
const balanceOf = ({ balance }: CustomerRow) => balance ?? 0;
const balanceKind = (row: CustomerRow) => (balanceOf(row) < 0 ? 'negative' : balanceOf(row) === 0 ? 'zero' : 'positive');

/**
 * @param compact at 1190 px or less, where the counts and the last activity are hidden
 * @param hasMoney whether the role of the operator may see wallets
 */
export const customerColumns = (compact: boolean, hasMoney: boolean): readonly Column<CustomerRow>[] =>
  allColumns(compact).filter(({ key }) => hasMoney || key !== 'balance');

const allColumns = (compact: boolean): readonly Column<CustomerRow>[] => [
  {
    key: 'email',
    title: t('operatorCustomer:column.account'),
    cell: ({ id, email, name, isOperator }) => (
      <span className="block min-w-0 sm:-my-1.5">
        <span className="flex min-w-0 items-center gap-2">
          <a href={href('operatorCustomer', { customer: id })} className="min-w-0 truncate font-semibold text-text hover:text-brand-text">
            <bdi dir="ltr">{email}</bdi>
          </a>
          {isOperator && (
            <Badge square tone="brand">
              {t('operatorCustomer:operator')}
            </Badge>
          )}
        </span>
        <span className="mt-0.5 block truncate text-caption text-text-3">
          <bdi>{name || t('operatorCustomer:noName')}</bdi>
        </span>
      </span>
    ),
    place: 'title',
    sort: ({ email }) => email,
    search: ({ email, name }) => `${email}\n${name}`,
    csv: ({ email }) => email,
  },
  {
    key: 'balance',
    title: t('operatorCustomer:column.balance'),
    cell: (row) => (
      <bdi className={balanceOf(row) < 0 ? 'num font-medium text-danger' : 'num'}>{formatMoney(balanceOf(row), currentLocale())}</bdi>
    ),
    width: '128px',
    num: true,
    place: 'end',
    sort: balanceOf,
    csv: (row) => balanceOf(row) / 1000,
  },
  {
    key: 'domains',
    title: t('operatorCustomer:column.domains'),
    cell: compact ? undefined : ({ domains }) => formatNumber(domains, currentLocale()),
    width: '104px',
    num: true,
    sort: ({ domains }) => domains,
    csv: ({ domains }) => domains,
  },
  {
    key: 'servers',
    title: t('operatorCustomer:column.servers'),
    cell: compact ? undefined : ({ servers }) => formatNumber(servers, currentLocale()),
    width: '104px',
    num: true,
    sort: ({ servers }) => servers,
    csv: ({ servers }) => servers,
  },
  {
    key: 'lastSeenAt',
    title: t('operatorCustomer:column.lastSeen'),
    cell: compact
      ? undefined
      : ({ lastSeenAt }) =>
          lastSeenAt === null ? (
            <span className="text-text-3">{t('operatorCustomer:never')}</span>
          ) : (
            <time dateTime={lastSeenAt} title={formatDateTime(lastSeenAt, currentLocale())}>
              {formatAge(lastSeenAt, currentLocale())}
            </time>
          ),
    width: '148px',
    sort: ({ lastSeenAt }) => (lastSeenAt === null ? 0 : Date.parse(lastSeenAt)),
    csv: ({ lastSeenAt }) => lastSeenAt ?? '',
  },
  {
    key: 'createdAt',
    title: t('operatorCustomer:column.since'),
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatDateTime(createdAt, currentLocale())}>
        {formatDate(createdAt, currentLocale())}
      </time>
    ),
    width: '136px',
    place: 'sub',
    sort: ({ createdAt }) => Date.parse(createdAt),
    csv: ({ createdAt }) => createdAt,
  },
  { key: 'name', title: t('operatorCustomer:column.name'), csv: ({ name }) => name },
  { key: 'accountType', title: t('operatorCustomer:column.type'), csv: typeText },
];

export const customerFilters = (hasMoney: boolean): readonly Filter<CustomerRow>[] =>
  allFilters().filter(({ key }) => hasMoney || key !== 'balance');

const allFilters = (): readonly Filter<CustomerRow>[] => [
  {
    key: 'balance',
    label: t('operatorCustomer:column.balance'),
    value: balanceKind,
    options: (['negative', 'zero', 'positive'] as const).map((value) => ({ value, label: t(`operatorCustomer:balance.${value}`) })),
  },
  {
    key: 'accountType',
    label: t('operatorCustomer:column.type'),
    value: ({ accountType }) => accountType,
    options: (['personal', 'business'] as const).map((value) => ({ value, label: t(`operatorCustomer:type.${value}`) })),
    as: 'select',
    all: t('operatorCustomer:column.type'),
  },
];

export const customerMenu = (): RowMenu<CustomerRow> => ({
  label: ({ email }) => t('operatorCustomer:menu', { email }),
  title: ({ email }) => email,
  items: ({ id }) => [{ key: 'open', label: t('operatorCustomer:open'), icon: User, href: href('operatorCustomer', { customer: id }) }],
});
