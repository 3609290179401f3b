import { Pencil } from 'lucide-react';
import type { OperatorGiftCode } from '../../../lib/contract/finance/operatorTopUp.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import type { Column, Filter, RowMenu } from '../../ui/DataTable.tsx';
import { StatusBadge, type StatusKind, StatusText } from '../../ui/StatusBadge.tsx';
import { short } from '../shared/money.ts';

export type Gift = OperatorGiftCode & { id: string };

const states = ['on', 'expired', 'usedUp', 'off'] as const;
type State = (typeof states)[number];
const kinds: Record<State, StatusKind> = { on: 'ok', expired: 'off', usedUp: 'off', off: 'off' };
const stateOf = ({ enabled, expiresAt, maxUses, used }: Gift): State =>
  !enabled
    ? 'off'
    : expiresAt !== null && Date.parse(expiresAt) <= Date.now()
      ? 'expired'
      : maxUses !== null && used >= maxUses
        ? 'usedUp'
        : 'on';
const stateText = (gift: Gift) => t(`operatorTopUp:state.${stateOf(gift)}`);

/** “$5”, or “10% up to $20”. */
export function worthText({ percent, amount }: Pick<Gift, 'percent' | 'amount'>): string {
  const locale = currentLocale();
  const most = short(amount, locale);
  return percent === null
    ? most
    : t('operatorTopUp:gift.upTo', { percent: formatNumber(percent / 100, locale, { style: 'percent' }), amount: most });
}

function usesText({ used, maxUses }: Gift): string {
  const locale = currentLocale();
  const n = formatNumber(used, locale);
  return maxUses === null ? n : t('operatorTopUp:gift.usedOf', { n, max: formatNumber(maxUses, locale) });
}
const expiryText = ({ expiresAt }: Gift) => (expiresAt === null ? t('operatorTopUp:gift.never') : formatDate(expiresAt, currentLocale()));

export const giftColumns = (onOpen: (gift: Gift) => void): readonly Column<Gift>[] => [
  {
    key: 'code',
    title: t('operatorTopUp:field.code'),
    cell: (gift) => (
      <button type="button" className="mono max-w-full truncate font-semibold text-text hover:text-brand-text" onClick={() => onOpen(gift)}>
        <bdi>{gift.code}</bdi>
      </button>
    ),
    place: 'title',
    sort: ({ code }) => code,
    search: ({ code }) => code,
    csv: ({ code }) => code,
  },
  { key: 'worth', title: t('operatorTopUp:gift.worth'), cell: (gift) => <bdi>{worthText(gift)}</bdi>, width: '190px', csv: worthText },
  {
    key: 'used',
    title: t('operatorTopUp:gift.uses'),
    cell: (gift) => <bdi>{usesText(gift)}</bdi>,
    width: '130px',
    num: true,
    sort: ({ used }) => used,
    csv: ({ used }) => used,
  },
  { key: 'maxUses', title: t('operatorTopUp:field.maxUses'), csv: ({ maxUses }) => maxUses ?? '' },
  {
    key: 'expiresAt',
    title: t('operatorTopUp:field.expiresAt'),
    cell: (gift) => (
      <>
        <span className="sm:hidden">
          <StatusText kind={kinds[stateOf(gift)]}>{stateText(gift)}</StatusText>
          {' · '}
          <bdi>{worthText(gift)}</bdi>
          {' · '}
        </span>
        {expiryText(gift)}
      </>
    ),
    width: '170px',
    place: 'sub',
    sort: ({ expiresAt }) => (expiresAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(expiresAt)),
    csv: ({ expiresAt }) => expiresAt ?? '',
  },
  {
    key: 'state',
    title: t('operatorTopUp:field.enabled'),
    cell: (gift) => <StatusBadge kind={kinds[stateOf(gift)]}>{stateText(gift)}</StatusBadge>,
    width: '150px',
    csv: stateText,
  },
  {
    key: 'createdAt',
    title: t('operatorTopUp:gift.created'),
    sort: ({ createdAt }) => -Date.parse(createdAt ?? '1970-01-01'),
    csv: ({ createdAt }) => createdAt ?? '',
  },
];

export const giftFilters = (): readonly Filter<Gift>[] => [
  {
    key: 'state',
    label: t('operatorTopUp:field.enabled'),
    value: stateOf,
    options: states.map((state) => ({ value: state, label: t(`operatorTopUp:state.${state}`) })),
    all: t('operatorTopUp:gift.all'),
  },
];

export const giftMenu = (onOpen: (gift: Gift) => void): RowMenu<Gift> => ({
  label: ({ code }) => t('operatorTopUp:gift.menu', { code }),
  title: ({ code }) => code,
  items: (gift) => [{ key: 'edit', label: t('operatorTopUp:gift.edit'), icon: Pencil, onSelect: () => onOpen(gift) }],
});
