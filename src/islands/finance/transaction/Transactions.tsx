import { Download, Plus, ReceiptText } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useAddress } from '../../../lib/address.ts';
import { send } from '../../../lib/api/client.ts';
import { useRead } from '../../../lib/api/query.ts';
import { saveFile } from '../../../lib/api/saveFile.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { transaction } from '../../../lib/contract/finance/transaction.ts';
import { currentTime } from '../../../lib/format/region.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guideOf, href } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DataShell, type DataState } from '../../ui/DataState.tsx';
import { EmptyState, NoResults } from '../../ui/EmptyState.tsx';
import { FromServer } from '../../ui/FromServer.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TransactionTable } from '../shared/TransactionTable.tsx';
import { Filters } from './Filters.tsx';
import { filtersOf, inputOf, isFiltered, noFilter } from './filter.ts';

type Page = Output<typeof transaction.list>;

/** The ledger of the wallet, page by page. */
export default function Transactions() {
  return (
    <FromServer>
      <Ledger />
    </FromServer>
  );
}

function Ledger() {
  const t = useT();
  const locale = currentLocale();
  const [filter, setFilter] = useAddress(noFilter);
  const [openedAt] = useState(currentTime);
  const read = useRead(transaction.list, inputOf(useDeferredValue(filter), openedAt));
  const page = read.data;
  const guide = { href: guideOf('transactions', locale), label: t('common:help') };
  const [saving, setSaving] = useState(false);
  const [part, setPart] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const { fileName, csv, complete } = await send(transaction.export, filtersOf(filter, openedAt));
      saveFile(fileName, csv, 'text/csv');
      setPart(!complete);
    } catch {
      // The snackbar reports the reason.
    } finally {
      setSaving(false);
    }
  };
  const data: DataState<Page> = page
    ? page.transactions.length > 0 || isFiltered(filter)
      ? { state: 'data', data: page }
      : { state: 'empty' }
    : read.error
      ? { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }
      : { state: 'loading' };
  return (
    <>
      <PageHeader
        title={t('transaction:title')}
        description={t('transaction:lead')}
        docs={guide}
        stacked
        actions={
          <>
            <Button icon={Download} busy={saving} disabled={!page || page.transactions.length === 0} onClick={() => void save()}>
              {t('common:list.exportCsv')}
            </Button>
            <LinkButton kind="primary" icon={Plus} changes="finance" href={href('topUp')}>
              {t('walletDetail:addCredit')}
            </LinkButton>
          </>
        }
      />
      {data.state !== 'empty' && <Filters filter={filter} onChange={setFilter} />}
      {part && (
        <p role="status" className="mb-3 text-ui">
          {t('transaction:exportedPart')}
        </p>
      )}
      <DataShell
        data={data}
        loading={
          <Card flush>
            <Skeleton label={t('common:loading')} rows={8} twoLine />
          </Card>
        }
        error={(message, retry, busy) => (
          <LoadError title={t('transaction:loadFailed')} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
        )}
        empty={
          <Card>
            <EmptyState
              icon={ReceiptText}
              title={t('transaction:empty.title')}
              description={t('transaction:empty.text')}
              action={
                <LinkButton kind="primary" icon={Plus} changes="finance" href={href('topUp')}>
                  {t('walletDetail:addCredit')}
                </LinkButton>
              }
            />
          </Card>
        }
      >
        {({ transactions, nextCursor }) => (
          <>
            <Card flush>
              {transactions.length > 0 ? (
                <TransactionTable label={t('transaction:title')} transactions={transactions} actions />
              ) : (
                <NoResults
                  title={t('transaction:noMatch')}
                  description={t('transaction:noMatchText')}
                  action={<Button onClick={() => setFilter(noFilter)}>{t('common:list.clearFilters')}</Button>}
                />
              )}
            </Card>
            {(filter.before !== '' || nextCursor !== null) && (
              <nav className="mt-3 flex justify-end gap-2" aria-label={t('transaction:pages')}>
                {filter.before !== '' && <Button onClick={() => setFilter({ before: '' })}>{t('transaction:newest')}</Button>}
                {nextCursor !== null && <Button onClick={() => setFilter({ before: nextCursor })}>{t('transaction:older')}</Button>}
              </nav>
            )}
          </>
        )}
      </DataShell>
    </>
  );
}
