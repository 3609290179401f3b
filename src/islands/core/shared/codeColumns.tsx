import { Pencil } from 'lucide-react';
import { formatDate } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import type { Column, Filter, RowMenu } from '../../ui/DataTable.tsx';
import { StatusBadge, type StatusKind, StatusText } from '../../ui/StatusBadge.tsx';

/** A code that customers enter, with what ends it. */
interface Code {
  code: string;
  maxUses: number | null;
  used: number;
  expiresAt: string | null;
  enabled: boolean;
  createdAt: string | null;
}

const states = ['on', 'expired', 'usedUp', 'off'] as const;
type State = (typeof states)[number];
const kinds: Record<State, StatusKind> = { on: 'ok', expired: 'off', usedUp: 'off', off: 'off' };
const codeState = ({ enabled, expiresAt, maxUses, used }: Code): State =>
  !enabled
    ? 'off'
    : expiresAt !== null && Date.parse(expiresAt) <= Date.now()
      ? 'expired'
      : maxUses !== null && used >= maxUses
        ? 'usedUp'
        : 'on';
const stateText = (code: Code) => t(`catalogue:code.state.${codeState(code)}`);

function usesText({ used, maxUses }: Code): string {
  const locale = currentLocale();
  const n = formatNumber(used, locale);
  return maxUses === null ? n : t('catalogue:code.usedOf', { n, max: formatNumber(maxUses, locale) });
}
const expiryText = ({ expiresAt }: Code) => (expiresAt === null ? t('catalogue:code.never') : formatDate(expiresAt, currentLocale()));

interface Columns<C> {
  onOpen: (code: C) => void;
  /** The title of the column with what the code is worth, and its text. */
  worthTitle: string;
  worthText: (code: C) => string;
}

export const codeColumns = <C extends Code>({ onOpen, worthTitle, worthText }: Columns<C>): readonly Column<C>[] => [
  {
    key: 'code',
    title: t('catalogue:code.field.code'),
    cell: (code) => (
      <button type="button" className="mono max-w-full truncate font-semibold text-text hover:text-brand-text" onClick={() => onOpen(code)}>
        <bdi>{code.code}</bdi>
      </button>
    ),
    place: 'title',
    sort: ({ code }) => code,
    search: ({ code }) => code,
    csv: ({ code }) => code,
  },
  { key: 'worth', title: worthTitle, cell: (code) => <bdi>{worthText(code)}</bdi>, width: '190px', csv: worthText },
  {
    key: 'used',
    title: t('catalogue:code.uses'),
    cell: (code) => <bdi>{usesText(code)}</bdi>,
    width: '130px',
    num: true,
    sort: ({ used }) => used,
    csv: ({ used }) => used,
  },
  { key: 'maxUses', title: t('catalogue:code.field.maxUses'), csv: ({ maxUses }) => maxUses ?? '' },
  {
    key: 'expiresAt',
    title: t('catalogue:code.field.expiresAt'),
    cell: (code) => (
      <>
        <span className="sm:hidden">
          <StatusText kind={kinds[codeState(code)]}>{stateText(code)}</StatusText>
          {' · '}
          <bdi>{worthText(code)}</bdi>
          {' · '}
        </span>
        {expiryText(code)}
      </>
    ),
    width: '170px',
    place: 'sub',
    sort: ({ expiresAt }) => (expiresAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(expiresAt)),
    csv: ({ expiresAt }) => expiresAt ?? '',
  },
  {
    key: 'state',
    title: t('catalogue:code.field.enabled'),
    cell: (code) => <StatusBadge kind={kinds[codeState(code)]}>{stateText(code)}</StatusBadge>,
    width: '150px',
    csv: stateText,
  },
  {
    key: 'createdAt',
    title: t('catalogue:code.created'),
    sort: ({ createdAt }) => -Date.parse(createdAt ?? '1970-01-01'),
    csv: ({ createdAt }) => createdAt ?? '',
  },
];

export const codeFilters = <C extends Code>(): readonly Filter<C>[] => [
  {
    key: 'state',
    label: t('catalogue:code.field.enabled'),
    value: codeState,
    options: states.map((state) => ({ value: state, label: t(`catalogue:code.state.${state}`) })),
    all: t('catalogue:code.all'),
  },
];

export const codeMenu = <C extends Code>(onOpen: (code: C) => void, edit: string): RowMenu<C> => ({
  label: ({ code }) => t('catalogue:code.menu', { code }),
  title: ({ code }) => code,
  items: (code) => [{ key: 'edit', label: edit, icon: Pencil, onSelect: () => onOpen(code) }],
});
