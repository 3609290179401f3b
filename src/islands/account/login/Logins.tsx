import { History } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useAddress } from '../../../browser/address.ts';
import { send } from '../../../browser/api/client.ts';
import { useRead } from '../../../browser/api/query.ts';
import { type Login, login, loginResults } from '../../../lib/contract/account/login.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { logDays } from '../../../lib/rules/core/log/retention.ts';
import type { DataState } from '../../ui/DataState.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { LogFilters } from '../shared/LogFilters.tsx';
import { LogPage } from '../shared/LogPage.tsx';
import { isFiltered, type LoginFilter, loginInput, noFilter, toLoginQuery } from './filter.ts';

type Page = { items: readonly Login[]; nextCursor: string | null };

/** Sign-ins and failed attempts of the account. */
export default function Logins() {
  const t = useT();
  const locale = currentLocale();
  const [filter, setFilter] = useAddress(noFilter);
  const [openedAt] = useState(() => Date.now());
  const read = useRead(login.list, loginInput(useDeferredValue(filter), openedAt));
  const change = (part: Partial<LoginFilter>) => setFilter({ ...part, before: '' });
  const data: DataState<Page> = read.data
    ? { state: 'data', data: { items: read.data.logins, nextCursor: read.data.nextCursor } }
    : read.error
      ? { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }
      : { state: 'loading' };
  return (
    <LogPage
      route="logins"
      title={t('login:title')}
      lead={t('login:lead', { days: formatNumber(logDays, locale) })}
      data={data}
      loadFailed={t('login:loadFailed')}
      empty={{ icon: History, title: t('login:empty'), text: t('login:emptyText') }}
      noMatch={{ title: t('login:noMatch'), text: t('login:noMatchText') }}
      pages={t('login:pages')}
      isFiltered={isFiltered(filter)}
      before={filter.before}
      onMove={(before) => setFilter({ before })}
      onClear={() => setFilter(noFilter)}
      exportCsv={() => send(login.export, toLoginQuery(filter, openedAt))}
      filters={
        <LogFilters
          search={{ value: filter.q, label: t('login:search'), onChange: (q) => change({ q }) }}
          chips={{
            label: t('login:column.result'),
            value: filter.result,
            options: loginResults.map((value) => ({ value, label: t(`login:result.${value}`) })),
            onChange: (result) => change({ result }),
          }}
          period={{ value: filter.period, onChange: (period) => change({ period }) }}
        />
      }
    >
      {(items) => (
        <ul className="divide-y divide-border" aria-label={t('login:title')}>
          {items.map((item) => (
            <LoginRow key={item.id} item={item} />
          ))}
        </ul>
      )}
    </LogPage>
  );
}

function LoginRow({ item: { time, result, reason, method, browser, os, ip } }: { item: Login }) {
  const t = useT();
  const locale = currentLocale();
  const device = browser && os ? t('login:device', { browser, os }) : browser || os || t('login:unknown');
  return (
    <li className="flex items-start justify-between gap-3 px-[18px] py-2.5">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ui">
          <StatusBadge kind={result === 'success' ? 'ok' : 'failed'}>{t(`login:result.${result}`)}</StatusBadge>
          <span className="font-medium text-text">{device}</span>
        </div>
        <div className="mt-0.5 flex flex-wrap items-baseline gap-x-1.5 text-caption text-text-2">
          <DomainText mono>{ip}</DomainText>
          <span aria-hidden>·</span>
          <span>{reason ? t(`login:reason.${reason}`) : t(`login:method.${method}`)}</span>
        </div>
      </div>
      <time dateTime={time} title={formatDateTime(time, locale)} className="flex-none text-caption text-text-3">
        {formatAge(time, locale)}
      </time>
    </li>
  );
}
