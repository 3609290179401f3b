import { ListTree, MessageSquare } from 'lucide-react';
import { useMemo } from 'react';
import { useRead, useWrite } from '../../../../browser/api/query.ts';
import { saveFile } from '../../../../browser/api/saveFile.ts';
import { navigate } from '../../../../browser/navigate.ts';
import { type OperatorTicket, operatorTicket } from '../../../../lib/contract/support/operatorTicket.ts';
import { formatNumber } from '../../../../lib/format/number.ts';
import { counted } from '../../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../../lib/routes/index.ts';
import type { DataState } from '../../../ui/DataState.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { useCompact } from '../../../ui/useCompact.ts';
import { queueColumns, queueFilters, queueMenu } from './queueColumns.tsx';

/** The refresh interval: live events don't notify operators of new tickets. */
const POLL_MS = 20_000;

const views = {
  open: { q: '', status: '', assignee: '', priority: '', department: '', sort: 'dueAt', dir: 'asc' },
  closed: { q: '', status: '', assignee: '', priority: '', department: '', sort: 'updatedAt', dir: 'desc' },
};
const orders = { open: ['dueAt', 'number'], closed: ['updatedAt', 'number'] };
const selectId = ({ id }: OperatorTicket) => id;
const selectName = ({ title }: OperatorTicket) => title;
const open = ({ id }: OperatorTicket) => navigate.to(href('operatorTicket', { ticket: id }));

/** The tickets of all accounts, the most urgent first. */
export default function OperatorTickets({ state }: { state: 'open' | 'closed' }) {
  const t = useT();
  const locale = currentLocale();
  const compact = useCompact();
  const isClosed = state === 'closed';
  const read = useRead(operatorTicket.list, { state }, { pollMs: POLL_MS });
  const { mutate: setStatus } = useWrite(operatorTicket.setStatus);
  const list = read.data?.tickets;
  const total = read.data?.total ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(
    () => ({
      columns: queueColumns(compact, isClosed),
      filters: queueFilters(list ?? [], isClosed),
      menu: queueMenu((ticketId, status) => setStatus({ ticketId, status })),
    }),
    [compact, isClosed, list, setStatus, t],
  );
  const data: DataState<readonly OperatorTicket[]> = list
    ? list.length > 0
      ? { state: 'data', data: list }
      : { state: 'empty' }
    : read.error
      ? { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }
      : { state: 'loading' };
  const guide = { href: guidePath('operatorTickets', locale), label: t('common:help') };
  return (
    <>
      <PageHeader
        title={t('operatorTicket:title')}
        description={t('operatorTicket:lead')}
        docs={guide}
        actions={
          <LinkButton href={href('operatorDepartments')} icon={ListTree}>
            {t('shell:route.operatorDepartments')}
          </LinkButton>
        }
      />
      <div className="mb-4">
        <Segmented
          label={t('ticket:state.label')}
          value={state}
          segments={[
            { value: 'open', label: t('operatorTicket:state.open'), href: href('operatorTickets') },
            { value: 'closed', label: t('operatorTicket:state.closed'), href: `${href('operatorTickets')}?state=closed` },
          ]}
        />
      </div>
      <DataTable
        label={t('operatorTicket:title')}
        data={data}
        keyOf={selectId}
        {...table}
        order={orders[state]}
        filtersLabel={t('ticket:filters')}
        defaults={views[state]}
        searchLabel={t('operatorTicket:search')}
        loadFailed={t('ticket:loadFailed')}
        empty={
          <EmptyState
            icon={MessageSquare}
            title={t(isClosed ? 'ticket:empty.closedTitle' : 'operatorTicket:empty.title')}
            description={t(isClosed ? 'operatorTicket:empty.closedText' : 'operatorTicket:empty.text')}
          />
        }
        noMatch={{ title: t('ticket:noMatch'), text: t('operatorTicket:noMatchText') }}
        status={(visible, loaded) =>
          visible === loaded && loaded === total
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
