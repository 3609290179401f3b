import { Pencil } from 'lucide-react';
import { lazy } from 'react';
import { useRead } from '../../../lib/api/query.ts';
import { type OperatorPrice, operatorPrice } from '../../../lib/contract/cloud/operatorPrice.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { formatMoney, formatRate } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { CatalogueHeader } from '../../core/shared/CatalogueHeader.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';

const PriceEdit = lazy(async () => ({ default: (await import('./PriceEdit.tsx')).PriceEdit }));

const widths = [undefined, '16%', '16%', '30%', '72px'];

type Price = OperatorPrice & { id: string };

/** The prices of servers and what belongs to them, for operators. */
export default function Prices() {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(operatorPrice.list, {});
  const { edit, dialog } = useEditDialog<Price>({
    addTitle: t('operatorPrice:editTitle'),
    editTitle: t('operatorPrice:editTitle'),
    form: (price, callbacks) => price && <PriceEdit price={price} {...callbacks} />,
  });
  const nextText = ({ rate, validFrom }: NonNullable<Price['next']>) =>
    t('operatorPrice:next', { price: formatRate(rate, locale), time: formatDateTime(validFrom, locale) });
  const money = (mills: number) => formatMoney(mills, locale, { exact: true });
  return (
    <>
      <CatalogueHeader page="operatorCataloguePrices" lead={t('operatorPrice:lead')} />
      {read.data ? (
        <Card flush>
          <Table label={t('operatorPrice:lead')} rows widths={widths}>
            <Head>
              <HeadCell>{t('operatorPrice:field.item')}</HeadCell>
              <HeadCell num>{t('operatorPrice:field.rate')}</HeadCell>
              <HeadCell num>{t('operatorPrice:field.monthly')}</HeadCell>
              <HeadCell>{t('operatorPrice:field.next')}</HeadCell>
              <HeadCell hideText>{t('operatorPrice:edit')}</HeadCell>
            </Head>
            <tbody>
              {read.data.prices.map((price) => (
                <Row key={price.item}>
                  <Cell m="title" className="font-semibold text-text">
                    {price.name}
                  </Cell>
                  <Cell num>
                    <bdi>{formatRate(price.rate, locale)}</bdi>
                  </Cell>
                  <Cell num m="sub">
                    <bdi className="max-sm:hidden">{money(price.monthly)}</bdi>
                    <span className="sm:hidden">
                      {t('operatorPrice:both', { rate: formatRate(price.rate, locale), monthly: money(price.monthly) })}
                    </span>
                    {price.next && <span className="block sm:hidden">{nextText(price.next)}</span>}
                  </Cell>
                  <Cell className="text-text-2">{price.next && nextText(price.next)}</Cell>
                  <Cell m="end" className="text-end">
                    <IconButton
                      icon={Pencil}
                      size="sm"
                      label={t('operatorPrice:editOf', { name: price.name })}
                      onClick={() => edit({ ...price, id: `${price.item} ${price.version}` })}
                    />
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </Card>
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
