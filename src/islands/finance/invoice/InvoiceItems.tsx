import type { InvoiceDetail, InvoiceItem } from '../../../lib/contract/finance/invoice.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';

/** The items of an invoice, followed by the totals. */
export function InvoiceItems({ detail }: { detail: InvoiceDetail }) {
  const t = useT();
  const locale = currentLocale();
  const money = (mills: number) => <bdi>{formatMoney(mills, locale, { exact: true })}</bdi>;
  const { items, amount, discount, tax, taxRate, total } = detail;
  const hasQuantities = items.some(({ quantity }) => quantity !== 1);
  const sums = [
    { key: 'amount', label: t('invoice:total.amount'), value: money(amount) },
    ...(discount === 0 ? [] : [{ key: 'discount', label: t('invoice:total.discount'), value: money(-discount) }]),
    { key: 'tax', label: t('invoice:total.tax', { rate: formatNumber(taxRate / 100, locale) }), value: money(tax) },
    {
      key: 'total',
      label: <b className="font-semibold text-text">{t('invoice:total.total')}</b>,
      value: <b className="font-semibold">{money(total)}</b>,
    },
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
          {items.map((item, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, and their order is fixed
            <Row key={place}>
              <Cell m="title" sub={<Period item={item} />}>
                {item.title}
              </Cell>
              {hasQuantities && <Cell num>{formatNumber(item.quantity, locale)}</Cell>}
              {hasQuantities && <Cell num>{money(item.unitPrice)}</Cell>}
              <Cell num m="end">
                {money(item.amount)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <div className="grid gap-2 border-border border-t px-[18px] py-4">
        <div className="w-full max-w-[340px] justify-self-end">
          <KeyValueList items={sums} />
        </div>
        {tax !== 0 && <p className="text-caption text-text-3">{t('invoice:detail.taxNote')}</p>}
      </div>
    </Card>
  );
}

/** When an item was charged: a day, or the first and last day of several. */
function Period({ item: { from, to } }: { item: InvoiceItem }) {
  const t = useT();
  const locale = currentLocale();
  if (!from) return null;
  const [first, last] = [formatDate(from, locale), formatDate(to ?? from, locale)];
  return first === last ? first : t('invoice:print.period', { from: first, to: last });
}
