import { Plus, ReceiptText } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { hasArea } from '../../../browser/access.ts';
import { useAddress } from '../../../browser/address.ts';
import { send } from '../../../browser/api/client.ts';
import { useRead } from '../../../browser/api/query.ts';
import { transaction } from '../../../lib/contract/finance/transaction.ts';
import { currentTime } from '../../../lib/format/region.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { CursorList } from '../../core/shared/CursorList.tsx';
import { FromServer } from '../../ui/FromServer.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { TransactionTable } from '../shared/TransactionTable.tsx';
import { Filters } from './Filters.tsx';
import { isFiltered, noFilter, toTransactionQuery, transactionInput } from './filter.ts';

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
  const [filter, setFilter] = useAddress(noFilter);
  const [openedAt] = useState(currentTime);
  const read = useRead(transaction.list, transactionInput(useDeferredValue(filter), openedAt));
  return (
    <CursorList
      title={t('transaction:title')}
      lead={t('transaction:lead')}
      guide={{ href: guidePath('transactions', currentLocale()), label: t('common:help') }}
      read={read}
      countOf={({ transactions }) => transactions.length}
      exportAll={() => send(transaction.export, toTransactionQuery(filter, openedAt))}
      filters={<Filters filter={filter} onChange={setFilter} />}
      isFiltered={isFiltered(filter)}
      before={filter.before}
      onPage={(before) => setFilter({ before })}
      onClear={() => setFilter(noFilter)}
      action={
        hasArea('payments') && (
          <LinkButton kind="primary" icon={Plus} changes="finance" href={href('topUp')}>
            {t('walletDetail:addCredit')}
          </LinkButton>
        )
      }
      empty={{ icon: ReceiptText, title: t('transaction:empty.title'), text: t('transaction:empty.text') }}
      texts={{
        exportedPart: t('transaction:exportedPart'),
        loadFailed: t('transaction:loadFailed'),
        noMatch: t('transaction:noMatch'),
        noMatchText: t('transaction:noMatchText'),
        pages: t('transaction:pages'),
        newest: t('transaction:newest'),
        older: t('transaction:older'),
      }}
    >
      {({ transactions }) => <TransactionTable label={t('transaction:title')} transactions={transactions} actions />}
    </CursorList>
  );
}
