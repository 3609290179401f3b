import { List, Pencil, UserMinus } from 'lucide-react';
import type { RefObject } from 'react';
import type { StaffMember } from '../../../lib/contract/account/operatorStaff.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { staffRoles } from '../../../lib/rules/core/staff.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column, Filter, RowMenu } from '../../ui/DataTable.tsx';
import { DomainText } from '../../ui/DomainText.tsx';

const roleText = ({ role }: StaffMember) => t(`operatorStaff:role.${role}`);
const factorText = ({ twoFactor }: StaffMember) => t(twoFactor ? 'operatorStaff:on' : 'operatorStaff:off');

export const staffColumns = (): readonly Column<StaffMember>[] => [
  {
    key: 'email',
    title: t('operatorStaff:column.person'),
    cell: ({ email, name, you, hasPassword }) => (
      <span className="block min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <b className="min-w-0 truncate font-semibold">{name ? <bdi>{name}</bdi> : <DomainText>{email}</DomainText>}</b>
          {you && (
            <Badge square tone="brand">
              {t('operatorStaff:you')}
            </Badge>
          )}
          {!hasPassword && <Badge square>{t('operatorStaff:noPassword')}</Badge>}
        </span>
        {name && (
          <span className="block text-caption text-text-3">
            <DomainText className="block truncate">{email}</DomainText>
          </span>
        )}
      </span>
    ),
    place: 'title',
    sort: ({ email }) => email,
    search: ({ email, name }) => `${name}\n${email}`,
    csv: ({ email }) => email,
  },
  {
    key: 'role',
    title: t('operatorStaff:column.role'),
    cell: roleText,
    place: 'sub',
    width: '180px',
    sort: ({ role }) => staffRoles.indexOf(role),
    csv: roleText,
  },
  {
    key: 'twoFactor',
    title: t('operatorStaff:column.twoFactor'),
    cell: factorText,
    width: '200px',
    sort: ({ twoFactor }) => Number(twoFactor),
    csv: factorText,
  },
  {
    key: 'lastSeenAt',
    title: t('operatorStaff:column.lastSeen'),
    cell: ({ lastSeenAt }) =>
      lastSeenAt === null ? (
        <span className="text-text-3">{t('operatorStaff:never')}</span>
      ) : (
        <time dateTime={lastSeenAt} title={formatDateTime(lastSeenAt, currentLocale())}>
          {formatAge(lastSeenAt, currentLocale())}
        </time>
      ),
    width: '160px',
    sort: ({ lastSeenAt }) => (lastSeenAt === null ? 0 : Date.parse(lastSeenAt)),
    csv: ({ lastSeenAt }) => lastSeenAt ?? '',
  },
];

export const staffFilters = (): readonly Filter<StaffMember>[] => [
  {
    key: 'role',
    label: t('operatorStaff:column.role'),
    value: ({ role }) => role,
    options: staffRoles.map((value) => ({ value, label: t(`operatorStaff:role.${value}`) })),
  },
];

interface Acts {
  isLastAdmin: (member: StaffMember) => boolean;
  edit: (member: StaffMember) => void;
  remove: (member: StaffMember) => void;
}

export const staffMenu = (acts: RefObject<Acts>): RowMenu<StaffMember> => ({
  label: ({ email }) => t('operatorStaff:actions', { email }),
  title: ({ email }) => email,
  items: (member) => {
    const reason = acts.current.isLastAdmin(member) ? t('operatorStaff:error.lastAdmin') : undefined;
    return [
      {
        key: 'changes',
        label: t('operatorStaff:changes'),
        icon: List,
        href: `${href('operatorLog')}?by=${encodeURIComponent(member.email)}`,
      },
      { key: 'edit', label: t('operatorStaff:edit'), icon: Pencil, reason, onSelect: () => acts.current.edit(member) },
      {
        key: 'remove',
        label: t('operatorStaff:remove.more'),
        icon: UserMinus,
        danger: true,
        group: true,
        reason,
        onSelect: () => acts.current.remove(member),
      },
    ];
  },
});
