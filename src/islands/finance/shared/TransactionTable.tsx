import type { Transaction } from '../../../lib/contract/finance/transaction.ts';
import { formatDate, formatDateTime, formatTime } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import { signed } from './money.ts';

interface TransactionTableProps {
  label: string;
  transactions: readonly Transaction[];
  /** With a button that copies the reference. */
  actions?: boolean;
}

/** Lines of the ledger with the balance after each. */
export function TransactionTable({ label, transactions, actions }: TransactionTableProps) {
  const t = useT();
  const locale = currentLocale();
  return (
    <Table label={label} rows twoLine>
      <Head>
        <HeadCell>{t('transaction:column.date')}</HeadCell>
        <HeadCell>{t('transaction:column.description')}</HeadCell>
        <HeadCell num>{t('transaction:column.amount')}</HeadCell>
        <HeadCell num>{t('transaction:column.balance')}</HeadCell>
        {actions && <HeadCell hideText>{t('common:list.actions')}</HeadCell>}
      </Head>
      <tbody>
        {transactions.map(({ id, type, amount, balanceAfter, description, reference, createdAt }) => (
          <Row key={id}>
            <Cell m="sub" sub={formatTime(createdAt, locale)}>
              <time dateTime={createdAt} title={formatDateTime(createdAt, locale)}>
                {formatDate(createdAt, locale)}
              </time>
            </Cell>
            <Cell m="title" sub={t(`transaction:type.${type}`)}>
              {description}
            </Cell>
            <Cell m="end" num>
              <bdi className={amount > 0 ? 'font-medium text-success' : 'font-medium text-text'}>{signed(amount, locale)}</bdi>
            </Cell>
            <Cell num>
              <bdi>{formatMoney(balanceAfter, locale, { exact: true })}</bdi>
            </Cell>
            {actions && (
              <Cell num>
                {reference && (
                  <CopyButton
                    value={reference}
                    label={t('transaction:copyReference')}
                    copiedLabel={t('common:copied')}
                    failedLabel={t('common:copyFailed')}
                  />
                )}
              </Cell>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
