import { List, Pencil, UserMinus } from 'lucide-react';
import type { RefObject } from 'react';
import type { Member } from '../../../lib/contract/account/team.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { formatList } from '../../../lib/format/list.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { type GrantedRealm, grantedRealms } from '../../../lib/rules/core/role.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column, RowMenu } from '../../ui/DataTable.tsx';
import { DomainText } from '../../ui/DomainText.tsx';

type Rights = Pick<Member, 'role' | 'level' | 'access' | 'domains' | 'servers' | 'spaces'>;
/** Names that are listed; of more, their number. */
const NAMES = 3;

function namesText(names: readonly string[]): string {
  const locale = currentLocale();
  const rest = names.length - NAMES;
  const shown = names.slice(0, NAMES);
  return formatList(rest > 0 ? [...shown, t('team:more', { n: formatNumber(rest, locale) })] : shown, locale);
}

/** `Selected domains: shop.example (read)`, `Custom: Servers (read) · Billing (write)`. */
export function roleText({ role, level, access, ...names }: Rights): string {
  const name = t(`team:role.${role}`);
  if (role === 'domains') return `${name}: ${namesText(names.domains ?? [])} (${t(`team:level.${level}`)})`;
  if (role !== 'custom') return name;
  const selected: Partial<Record<GrantedRealm, readonly string[] | null>> = {
    domains: names.domains,
    cloud: names.servers,
    spaces: names.spaces,
  };
  const areas = (Object.keys(grantedRealms) as GrantedRealm[]).flatMap((realm) => {
    const granted = access?.[realm];
    const only = selected[realm];
    return granted ? [`${t(`team:area.${realm}`)}${only ? `: ${namesText(only)}` : ''} (${t(`team:level.${granted}`)})`] : [];
  });
  return `${name}: ${areas.join(' · ')}`;
}

export const memberName = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name || email;

export const memberColumns = (): readonly Column<Member>[] => [
  {
    key: 'member',
    title: t('team:column.member'),
    cell: (member) => (
      <span className="block min-w-0">
        <span className="flex items-center gap-2">
          <b className="truncate font-semibold">{member.name || <DomainText className="block truncate">{member.email}</DomainText>}</b>
          {member.you && (
            <Badge square tone="brand">
              {t('team:you')}
            </Badge>
          )}
          {member.holder && <Badge square>{t('team:holder')}</Badge>}
        </span>
        {member.name && (
          <span className="block text-caption text-text-3">
            <DomainText className="block truncate">{member.email}</DomainText>
          </span>
        )}
      </span>
    ),
    place: 'title',
    sort: (member) => memberName(member),
    search: ({ name, email }) => `${name}\n${email}`,
    csv: ({ email }) => email,
  },
  { key: 'role', title: t('team:column.role'), cell: roleText, place: 'sub', width: '280px', sort: ({ role }) => role, csv: roleText },
  {
    key: 'since',
    title: t('team:column.since'),
    cell: ({ joinDate }) => (
      <time dateTime={joinDate} title={formatDateTime(joinDate, currentLocale())}>
        {formatDate(joinDate, currentLocale())}
      </time>
    ),
    width: '140px',
    sort: ({ joinDate }) => Date.parse(joinDate),
    csv: ({ joinDate }) => joinDate,
  },
];

interface Acts {
  /** Why members can't be changed; undefined: they can. */
  reason: string | undefined;
  edit: (member: Member) => void;
  remove: (member: Member) => void;
}

export const memberMenu = (acts: RefObject<Acts>): RowMenu<Member> => ({
  label: (member) => t('team:actions', { name: memberName(member) }),
  title: memberName,
  items: (member) => {
    const reason = acts.current.reason ?? (member.holder ? t('team:error.holder') : member.you ? t('team:error.self') : undefined);
    return [
      {
        key: 'changes',
        label: t('team:changes'),
        icon: List,
        href: `${href('auditLog')}?q=${encodeURIComponent(member.email)}`,
      },
      { key: 'edit', label: t('team:edit'), icon: Pencil, reason, onSelect: () => acts.current.edit(member) },
      {
        key: 'remove',
        label: t('team:remove.more'),
        icon: UserMinus,
        danger: true,
        group: true,
        reason,
        onSelect: () => acts.current.remove(member),
      },
    ];
  },
});
