import type { InvoiceDetail } from '../../../lib/contract/finance/invoice.ts';
import { invoiceItemTexts } from '../../../lib/format/finance/invoiceItem.ts';
import { formatMoney, formatRate } from '../../../lib/format/money.ts';
import { formatPercent } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { invoiceTotals } from '../../../lib/rules/finance/invoice/totals.ts';
import { Card } from '../../ui/Card.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';

/** The items of an invoice with their quantities, followed by the totals. */
export function InvoiceItems({ detail }: { detail: InvoiceDetail }) {
  const t = useT();
  const locale = currentLocale();
  const { items, sums, tax, taxRate, total } = detail;
  const { before, after } = invoiceTotals(detail);
  const hasQuantities = sums !== null || items.some(({ quantity }) => quantity !== 1);
  const rows = (list: typeof before) =>
    list.map(({ key, micro }) => ({
      key,
      label: t(`invoice:total.${key}`, { rate: formatPercent(taxRate / 10_000, locale, { maximumFractionDigits: 2 }) }),
      value: <bdi>{formatRate(micro, locale)}</bdi>,
    }));
  const totals = [
    ...rows(before),
    {
      key: 'total',
      label: <b className="font-semibold text-text">{t('invoice:total.total')}</b>,
      value: (
        <b className="font-semibold">
          <bdi>{formatMoney(total, locale, { exact: true })}</bdi>
        </b>
      ),
    },
    ...rows(after),
  ];
  return (
    <Card title={t('invoice:detail.items')} flush>
      <Table label={t('invoice:detail.items')} rows twoLine>
        <Head>
          <HeadCell>{t('invoice:column.item')}</HeadCell>
          {hasQuantities && <HeadCell num>{t('invoice:column.quantity')}</HeadCell>}
          {hasQuantities && <HeadCell num>{t('invoice:column.unitPrice')}</HeadCell>}
          <HeadCell num>{t('invoice:column.amount')}</HeadCell>
        </Head>
        <tbody>
          {items.map((item, place) => {
            const { period, quantity, unitPrice, amount } = invoiceItemTexts(item, t, locale);
            // On phones, which don't show the two columns.
            const product = hasQuantities && (
              <span className="block sm:hidden">{t('invoice:detail.product', { quantity, price: unitPrice })}</span>
            );
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, and their order is fixed
              <Row key={place}>
                <Cell
                  m="title"
                  sub={
                    <>
                      {period}
                      {product}
                    </>
                  }
                >
                  {item.title}
                </Cell>
                {hasQuantities && (
                  <Cell num>
                    <bdi>{quantity}</bdi>
                  </Cell>
                )}
                {hasQuantities && (
                  <Cell num>
                    <bdi>{unitPrice}</bdi>
                  </Cell>
                )}
                <Cell num m="end">
                  <bdi>{amount}</bdi>
                </Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
      <div className="grid gap-2 border-border border-t px-[18px] py-4">
        <div className="w-full max-w-[340px] justify-self-end">
          <KeyValueList items={totals} />
        </div>
        {sums ? (
          <p className="text-caption text-text-3">{t('invoice:detail.unitNote')}</p>
        ) : (
          tax !== 0 && <p className="text-caption text-text-3">{t('invoice:detail.taxNote')}</p>
        )}
      </div>
    </Card>
  );
}
