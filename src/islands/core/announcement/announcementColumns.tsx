import { MessageSquarePlus } from 'lucide-react';
import type { OperatorAnnouncement } from '../../../lib/contract/core/operatorAnnouncement.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { announcementKinds } from '../../../lib/rules/core/status.ts';
import type { Column, Filter, RowMenu } from '../../ui/DataTable.tsx';
import { StatusBadge, type StatusKind, StatusText } from '../../ui/StatusBadge.tsx';

/** The title in the operator’s language where it was written, else in English. */
export const announcementTitle = ({ title }: OperatorAnnouncement): string => title[currentLocale()] ?? title.en ?? '';

type State = 'planned' | 'open' | 'ended';
const announcementState = ({ resolvedAt, startsAt }: OperatorAnnouncement): State =>
  resolvedAt !== null ? 'ended' : Date.parse(startsAt) > Date.now() ? 'planned' : 'open';
const kinds: Record<State, StatusKind> = { planned: 'waiting', open: 'progress', ended: 'off' };

const kindText = ({ kind }: OperatorAnnouncement) => t(`operatorAnnouncement:kind.${kind}`);
const componentText = ({ components }: OperatorAnnouncement) =>
  new Intl.ListFormat(currentLocale()).format(components.map((name) => t(`status:component.${name}`)));
/** The last note of an operator, unless it ended by itself. */
const stageText = (one: OperatorAnnouncement) =>
  announcementState(one) === 'ended'
    ? t('operatorAnnouncement:state.ended')
    : one.kind === 'news'
      ? t(`operatorAnnouncement:state.${announcementState(one)}`)
      : t(`status:stage.${one.stage}`);

/** @param compact at 1190 px or less, where the components give way */
export const announcementColumns = (
  compact: boolean,
  onOpen: (one: OperatorAnnouncement) => void,
): readonly Column<OperatorAnnouncement>[] => [
  {
    key: 'title',
    title: t('operatorAnnouncement:column.title'),
    cell: (one) => (
      <span className="block min-w-0 sm:-my-1.5">
        <button
          type="button"
          className="block max-w-full truncate text-start font-semibold text-text hover:text-brand-text"
          onClick={() => onOpen(one)}
        >
          <bdi>{announcementTitle(one)}</bdi>
        </button>
        <span className="mt-0.5 block truncate text-caption text-text-3">
          {kindText(one)}
          {one.impact !== 'none' && ` · ${t(`status:state.${one.impact}`)}`}
        </span>
      </span>
    ),
    place: 'title',
    sort: announcementTitle,
    search: (one) => `${Object.values(one.title).join('\n')}\n${componentText(one)}`,
    csv: announcementTitle,
  },
  {
    key: 'state',
    title: t('operatorAnnouncement:column.state'),
    cell: (one) => <StatusBadge kind={kinds[announcementState(one)]}>{stageText(one)}</StatusBadge>,
    width: '168px',
    csv: stageText,
  },
  {
    key: 'components',
    title: t('operatorAnnouncement:column.components'),
    cell: compact ? undefined : (one) => <span className="block truncate">{componentText(one)}</span>,
    width: '220px',
    csv: componentText,
  },
  {
    key: 'startsAt',
    title: t('operatorAnnouncement:column.start'),
    cell: (one) => (
      <>
        <span className="sm:hidden">
          <StatusText kind={kinds[announcementState(one)]}>{stageText(one)}</StatusText>
          {' · '}
        </span>
        <time dateTime={one.startsAt} title={formatDateTime(one.startsAt, currentLocale())}>
          {formatAge(one.startsAt, currentLocale())}
        </time>
      </>
    ),
    width: '148px',
    place: 'sub',
    sort: ({ startsAt }) => Date.parse(startsAt),
    csv: ({ startsAt }) => startsAt,
  },
  { key: 'kind', title: t('operatorAnnouncement:column.kind'), csv: kindText },
  { key: 'resolvedAt', title: t('operatorAnnouncement:column.end'), csv: ({ resolvedAt, endsAt }) => resolvedAt ?? endsAt ?? '' },
];

export const announcementFilters = (): readonly Filter<OperatorAnnouncement>[] => [
  {
    key: 'kind',
    label: t('operatorAnnouncement:column.kind'),
    value: ({ kind }) => kind,
    options: announcementKinds.map((kind) => ({ value: kind, label: t(`operatorAnnouncement:kind.${kind}`) })),
  },
  {
    key: 'state',
    label: t('operatorAnnouncement:column.state'),
    value: announcementState,
    options: (['planned', 'open', 'ended'] as const).map((state) => ({ value: state, label: t(`operatorAnnouncement:state.${state}`) })),
    as: 'select',
    all: t('operatorAnnouncement:column.state'),
  },
];

export const announcementMenu = (onOpen: (one: OperatorAnnouncement) => void): RowMenu<OperatorAnnouncement> => ({
  label: (one) => t('operatorAnnouncement:menu', { title: announcementTitle(one) }),
  title: announcementTitle,
  items: (one) => [{ key: 'update', label: t('operatorAnnouncement:update'), icon: MessageSquarePlus, onSelect: () => onOpen(one) }],
});
