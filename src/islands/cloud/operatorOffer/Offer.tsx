import { Pencil, Plus } from 'lucide-react';
import { lazy } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { type OperatorDataCenter, type OperatorSystem, operatorOffer } from '../../../lib/contract/cloud/operatorOffer.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { CatalogHeader } from '../../core/shared/CatalogHeader.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge, StatusText } from '../../ui/StatusBadge.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';

const DataCenterEdit = lazy(async () => ({ default: (await import('./DataCenterEdit.tsx')).DataCenterEdit }));
const NewDataCenter = lazy(async () => ({ default: (await import('./NewDataCenter.tsx')).NewDataCenter }));
const SystemEdit = lazy(async () => ({ default: (await import('./SystemEdit.tsx')).SystemEdit }));

/** The same in both tables. */
const widths = ['38%', undefined, '18%', '72px'];
const kinds = { available: 'ok', closed: 'waiting', hidden: 'off' } as const;

/** An item with the version of its list; the dialog of another version is another one. */
interface Edited<T> {
  id: string;
  of: T;
  version: number;
}
const edited = <T extends { id: number }>(of: T, version: number): Edited<T> => ({ id: `${of.id} ${version}`, of, version });

/** The data centers and the operating systems of servers, for operators. */
export default function Offer() {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(operatorOffer.get, {});
  const center = useEditDialog<Edited<OperatorDataCenter>>({
    addTitle: t('operatorOffer:addCenter'),
    editTitle: t('operatorOffer:editCenter'),
    form: (item, callbacks) =>
      item ? (
        <DataCenterEdit center={item.of} version={item.version} {...callbacks} />
      ) : (
        <NewDataCenter version={read.data?.dataCenters.version ?? 0} {...callbacks} />
      ),
  });
  const system = useEditDialog<Edited<OperatorSystem>>({
    addTitle: t('operatorOffer:editSystem'),
    editTitle: t('operatorOffer:editSystem'),
    form: (item, callbacks) => item && <SystemEdit system={item.of} version={item.version} {...callbacks} />,
  });
  const editButton = (name: string, onClick: () => void, reason?: string) => (
    <Cell m="end" className="text-end">
      <IconButton
        icon={Pencil}
        size="sm"
        label={t('operatorOffer:editOf', { name })}
        disabled={reason !== undefined}
        reason={reason}
        onClick={onClick}
      />
    </Cell>
  );
  if (!read.data)
    return (
      <>
        <CatalogHeader page="operatorCatalogueOffer" lead={t('operatorOffer:lead')} />
        {read.error ? (
          <LoadError
            title={t('operatorOffer:loadFailed')}
            message={read.error.message}
            retryLabel={t('common:retry')}
            busy={read.isFetching}
            onRetry={() => void read.refetch()}
          />
        ) : (
          <Card flush>
            <Skeleton label={t('common:loading')} rows={7} />
          </Card>
        )}
      </>
    );
  const { dataCenters, systems } = read.data;
  const isLast = systems.list.filter(({ offered }) => offered).length === 1;
  return (
    <>
      <CatalogHeader page="operatorCatalogueOffer" lead={t('operatorOffer:lead')} />
      <Card
        flush
        line
        title={t('operatorOffer:dataCenters')}
        className="mb-[18px]"
        actions={
          <Button size="sm" icon={Plus} onClick={center.add}>
            {t('operatorOffer:addCenter')}
          </Button>
        }
      >
        <Table label={t('operatorOffer:dataCenters')} rows widths={widths}>
          <Head>
            <HeadCell>{t('operatorOffer:field.center')}</HeadCell>
            <HeadCell>{t('operatorOffer:field.state')}</HeadCell>
            <HeadCell num>{t('operatorOffer:field.servers')}</HeadCell>
            <HeadCell hideText>{t('operatorOffer:edit')}</HeadCell>
          </Head>
          <tbody>
            {dataCenters.list.map((one) => (
              <Row key={one.id}>
                <Cell m="title" className="font-semibold text-text">
                  <bdi>{one.name}</bdi> <bdi className="mono text-caption font-normal text-text-3">{one.code}</bdi>
                </Cell>
                <Cell m="sub">
                  <span className="flex flex-wrap gap-1.5">
                    <StatusBadge kind={kinds[one.state]}>{t(`operatorOffer:state.${one.state}`)}</StatusBadge>
                    {!one.hasPlace && <StatusText kind="waiting">{t('operatorOffer:state.noPlace')}</StatusText>}
                    {one.isDefault && <Badge tone="brand">{t('operatorOffer:default')}</Badge>}
                  </span>
                </Cell>
                <Cell num>{formatNumber(one.servers, locale)}</Cell>
                {editButton(one.name, () => center.edit(edited(one, dataCenters.version)))}
              </Row>
            ))}
          </tbody>
        </Table>
      </Card>
      <Card flush line title={t('operatorOffer:systems')}>
        <Table label={t('operatorOffer:systems')} rows widths={widths}>
          <Head>
            <HeadCell>{t('operatorOffer:field.system')}</HeadCell>
            <HeadCell>{t('operatorOffer:field.state')}</HeadCell>
            <HeadCell num>{t('operatorOffer:field.servers')}</HeadCell>
            <HeadCell hideText>{t('operatorOffer:edit')}</HeadCell>
          </Head>
          <tbody>
            {systems.list.map((one) => (
              <Row key={one.id}>
                <Cell m="title" className="font-semibold text-text">
                  <bdi>{one.name}</bdi>
                </Cell>
                <Cell m="sub">
                  <StatusBadge kind={one.offered ? (one.hasImage ? 'ok' : 'waiting') : 'off'}>
                    {t(`operatorOffer:state.${one.offered ? (one.hasImage ? 'offered' : 'noImage') : 'withdrawn'}`)}
                  </StatusBadge>
                </Cell>
                <Cell num>{formatNumber(one.servers, locale)}</Cell>
                {editButton(
                  one.name,
                  () => system.edit(edited(one, systems.version)),
                  one.offered && isLast ? t('operatorOffer:error.lastSystem') : undefined,
                )}
              </Row>
            ))}
          </tbody>
        </Table>
      </Card>
      {center.dialog}
      {system.dialog}
    </>
  );
}
