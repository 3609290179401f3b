import { Pencil } from 'lucide-react';
import { lazy } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { type OperatorPrice, operatorPrice } from '../../../lib/contract/cloud/operatorPrice.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { formatMoney, formatRate } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { CatalogHeader } from '../../core/shared/CatalogHeader.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';

const PriceEdit = lazy(async () => ({ default: (await import('./PriceEdit.tsx')).PriceEdit }));

const widths = { hour: [undefined, '16%', '16%', '30%', '72px'], gigabyte: [undefined, '16%', '30%', '72px'] };

type Price = OperatorPrice & { id: string };

/** The prices of servers and what belongs to them, for operators. */
export default function Prices() {
  const t = useT();
  const read = useRead(operatorPrice.list, {});
  const { edit, dialog } = useEditDialog<Price>({
    addTitle: t('operatorPrice:editTitle'),
    editTitle: t('operatorPrice:editTitle'),
    form: (price, callbacks) => price && <PriceEdit price={price} {...callbacks} />,
  });
  return (
    <>
      <CatalogHeader page="operatorCataloguePrices" lead={t('operatorPrice:lead')} />
      {read.data ? (
        <div className="grid gap-4">
          <Card flush>
            <PriceTable label={t('operatorPrice:lead')} per="hour" prices={read.data.prices} onEdit={edit} />
          </Card>
          <Card flush title={t('operatorPrice:traffic')} line>
            <PriceTable label={t('operatorPrice:traffic')} per="gigabyte" prices={read.data.prices} onEdit={edit} />
          </Card>
        </div>
      ) : read.error ? (
        <LoadError
          title={t('operatorPrice:loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          busy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Card flush>
          <Skeleton label={t('common:loading')} rows={12} />
        </Card>
      )}
      {dialog}
    </>
  );
}

interface PriceTableProps {
  label: string;
  per: OperatorPrice['per'];
  prices: readonly OperatorPrice[];
  onEdit: (price: Price) => void;
}

/** The prices of an hour, or those of a gigabyte. */
function PriceTable({ label, per, prices, onEdit }: PriceTableProps) {
  const t = useT();
  const locale = currentLocale();
  const rateText = (rate: number) => formatRate(rate, locale);
  const nextText = ({ rate, validFrom }: NonNullable<OperatorPrice['next']>) =>
    t('operatorPrice:next', { price: rateText(rate), time: formatDateTime(validFrom, locale) });
  return (
    <Table label={label} rows widths={widths[per]}>
      <Head>
        <HeadCell>{t('operatorPrice:field.item')}</HeadCell>
        <HeadCell num>{t(`operatorPrice:field.${per}`)}</HeadCell>
        {per === 'hour' && <HeadCell num>{t('operatorPrice:field.monthly')}</HeadCell>}
        <HeadCell>{t('operatorPrice:field.next')}</HeadCell>
        <HeadCell hideText>{t('operatorPrice:edit')}</HeadCell>
      </Head>
      <tbody>
        {prices
          .filter((price) => price.per === per)
          .map((price) => {
            const { item, name, version, next } = price;
            const rate = rateText(price.rate);
            const monthly = price.monthly !== null && formatMoney(price.monthly, locale, { exact: true });
            const onPhone = (
              <>
                <span className="sm:hidden">
                  {monthly ? t('operatorPrice:both', { rate, monthly }) : t('operatorPrice:perGigabyte', { rate })}
                </span>
                {next && <span className="block sm:hidden">{nextText(next)}</span>}
              </>
            );
            return (
              <Row key={item}>
                <Cell m="title" className="font-semibold text-text">
                  {name}
                </Cell>
                <Cell num m={monthly ? undefined : 'sub'}>
                  <bdi className="max-sm:hidden">{rate}</bdi>
                  {!monthly && onPhone}
                </Cell>
                {monthly && (
                  <Cell num m="sub">
                    <bdi className="max-sm:hidden">{monthly}</bdi>
                    {onPhone}
                  </Cell>
                )}
                <Cell className="text-text-2">{next && nextText(next)}</Cell>
                <Cell m="end" className="text-end">
                  <IconButton
                    icon={Pencil}
                    size="sm"
                    label={t('operatorPrice:editOf', { name })}
                    onClick={() => onEdit({ ...price, id: `${item} ${version}` })}
                  />
                </Cell>
              </Row>
            );
          })}
      </tbody>
    </Table>
  );
}
