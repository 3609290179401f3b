import { MessageSquare, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { navigate } from '../../../browser/navigate.ts';
import { type Ticket, ticket } from '../../../lib/contract/support/ticket.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import type { DataState } from '../../ui/DataState.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FromServer } from '../../ui/FromServer.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { ticketColumns, ticketFilters, ticketMenu } from './ticketColumns.tsx';

const wholeView = { q: '', status: '', priority: '', sort: 'updatedAt', dir: 'desc' };
const order = ['updatedAt', 'number'];
const selectId = ({ id }: Ticket) => id;
const selectName = ({ title }: Ticket) => title;
const open = ({ id }: Ticket) => navigate.to(href('ticket', { ticket: id }));

/** The tickets of the account: those that are open, or those that are closed. */
export default function TicketList({ state }: { state: 'active' | 'closed' }) {
  return (
    <FromServer>
      <Tickets state={state} />
    </FromServer>
  );
}

function Tickets({ state }: { state: 'active' | 'closed' }) {
  const t = useT();
  const locale = currentLocale();
  const isClosed = state === 'closed';
  const read = useRead(ticket.list, { state });
  const { mutate: close } = useWrite(ticket.close);
  const { mutate: reopen } = useWrite(ticket.reopen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(() => {
    const menu = ticketMenu({ onClose: ({ id }) => close({ ticketId: id }), onReopen: ({ id }) => reopen({ ticketId: id }) });
    return { columns: ticketColumns(isClosed), filters: ticketFilters(isClosed), menu };
  }, [isClosed, close, reopen, t]);
  const list = read.data?.tickets;
  const data: DataState<readonly Ticket[]> = list
    ? list.length > 0
      ? { state: 'data', data: list }
      : { state: 'empty' }
    : read.error
      ? { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }
      : { state: 'loading' };
  const guide = { href: guidePath('tickets', locale), label: t('common:help') };
  const add = (
    <LinkButton kind="primary" icon={Plus} changes="tickets" href={href('ticketNew')}>
      {t('ticket:new')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={t('ticket:title')}
        description={t('ticket:lead')}
        docs={guide}
        actions={(isClosed || data.state !== 'empty') && add}
      />
      <div className="mb-4">
        <Segmented
          label={t('ticket:state.label')}
          value={state}
          segments={[
            { value: 'active', label: t('ticket:state.active'), href: href('tickets') },
            { value: 'closed', label: t('ticket:state.closed'), href: href('ticketsClosed') },
          ]}
        />
      </div>
      <DataTable
        label={t('ticket:title')}
        data={data}
        keyOf={selectId}
        {...table}
        order={order}
        filtersLabel={t('ticket:filters')}
        defaults={wholeView}
        searchLabel={t('ticket:search')}
        loadFailed={t('ticket:loadFailed')}
        empty={
          <EmptyState
            icon={MessageSquare}
            title={t(isClosed ? 'ticket:empty.closedTitle' : 'ticket:empty.title')}
            description={t(isClosed ? 'ticket:empty.closedText' : 'ticket:empty.text')}
            action={!isClosed && add}
            link={
              <a className="link" href={guide.href}>
                {t('ticket:empty.guide')}
              </a>
            }
          />
        }
        noMatch={{ title: t('ticket:noMatch'), text: t('ticket:noMatchText') }}
        status={(visible, total) =>
          visible === total
            ? t('ticket:count', counted(total, locale))
            : t('ticket:shownOf', { shown: formatNumber(visible, locale), total: formatNumber(total, locale) })
        }
        onRow={open}
        nameOf={selectName}
        onExport={(csv) => saveFile('tickets.csv', csv, 'text/csv')}
        twoLine
      />
    </>
  );
}
