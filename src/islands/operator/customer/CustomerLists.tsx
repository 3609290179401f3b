import type { ReactNode } from 'react';
import type { CustomerDetail } from '../../../lib/contract/operator/operatorCustomer.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { counted } from '../../../lib/format/quantity.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';

interface CustomerListItem {
  key: string;
  title: ReactNode;
  sub?: ReactNode;
  end: ReactNode;
}

/** The members, and the newest tickets, transactions, domains and servers of an account. */
export function CustomerLists({ detail: { members, tickets, transactions, domains, servers } }: { detail: CustomerDetail }) {
  const t = useT();
  const locale = currentLocale();
  const time = (iso: string) => (
    <time dateTime={iso} title={formatDateTime(iso, locale)}>
      {formatAge(iso, locale)}
    </time>
  );
  return (
    <>
      <CustomerList
        title={t('operatorCustomer:tickets')}
        lines={tickets.map(({ id, number, title, updatedAt }) => ({
          key: id,
          title: (
            <a className="link" href={href('operatorTicket', { ticket: id })}>
              <bdi>{title}</bdi>
            </a>
          ),
          sub: <bdi dir="ltr">{`#${number}`}</bdi>,
          end: time(updatedAt),
        }))}
      />
      <CustomerList
        title={t('operatorCustomer:transactions')}
        lines={transactions.map(({ id, amount, description, createdAt }) => ({
          key: id,
          title: <bdi>{description}</bdi>,
          sub: time(createdAt),
          end: (
            <bdi className={amount > 0 ? 'num font-medium text-success' : 'num font-medium text-text'}>{formatMoney(amount, locale)}</bdi>
          ),
        }))}
      />
      <CustomerList
        title={t('operatorCustomer:column.domains')}
        lines={domains.map(({ id, name, plan }) => ({
          key: id,
          title: <bdi dir="ltr">{name}</bdi>,
          end: t(`common:plan.${plan}` as TKey), // a plan of the contract
        }))}
      />
      <CustomerList
        title={t('operatorCustomer:members')}
        lines={members.map(({ id, email, name, role, domains: chosen, lastSeenAt }) => ({
          key: id,
          title: (
            <a className="link" href={href('operatorCustomer', { customer: id })}>
              <bdi dir="ltr">{email}</bdi> {name && <bdi className="text-text-3">{name}</bdi>}
            </a>
          ),
          sub: lastSeenAt === null ? t('operatorCustomer:never') : time(lastSeenAt),
          end: chosen === null ? t(`team:role.${role}`) : `${t(`team:role.${role}`)}: ${t('team:domains', counted(chosen, locale))}`,
        }))}
      />
      <CustomerList
        title={t('operatorCustomer:column.servers')}
        lines={servers.map(({ id, name, status }) => ({
          key: id,
          title: <bdi dir="ltr">{name}</bdi>,
          end: t(`server:state.${status}` as TKey), // a state of the contract
        }))}
      />
    </>
  );
}

/** A card that is hidden if it is empty. */
function CustomerList({ title, lines }: { title: string; lines: readonly CustomerListItem[] }) {
  if (lines.length === 0) return null;
  return (
    <Card flush line title={title}>
      <ul className="divide-y divide-border">
        {lines.map(({ key, title: name, sub, end }) => (
          <li key={key} className="flex min-w-0 items-center gap-3 px-5 py-3 text-ui">
            <span className="min-w-0 flex-1">
              <span className="block truncate text-text">{name}</span>
              {sub && <span className="block truncate text-caption text-text-3">{sub}</span>}
            </span>
            <span className="flex-none text-text-2">{end}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
