import { Pencil, Plus, Trash2 } from 'lucide-react';
import type { OperatorPlace } from '../../../lib/contract/cdn/operatorEdge.ts';
import { countryName } from '../../../lib/format/country.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';

interface PlacesCardProps {
  places: readonly OperatorPlace[];
  onAdd: () => void;
  onEdit: (place: OperatorPlace) => void;
  onRemove: (place: OperatorPlace) => void;
}

const widths = ['30%', undefined, '12%', '16%', '18%', '104px'];

/** The places of edges, with what they can take. */
export function PlacesCard({ places, onAdd, onEdit, onRemove }: PlacesCardProps) {
  const t = useT();
  const locale = currentLocale();
  return (
    <Card
      flush
      line
      title={t('operatorEdge:places.title')}
      className="mt-[18px]"
      actions={
        <Button size="sm" icon={Plus} onClick={onAdd}>
          {t('operatorEdge:addPlace')}
        </Button>
      }
    >
      {places.length === 0 && <p className="px-[18px] py-3.5 text-ui text-text-2">{t('operatorEdge:places.empty')}</p>}
      {places.length > 0 && (
        <Table label={t('operatorEdge:places.title')} rows widths={widths}>
          <Head>
            <HeadCell>{t('operatorEdge:field.name')}</HeadCell>
            <HeadCell>{t('operatorEdge:field.continent')}</HeadCell>
            <HeadCell num>{t('operatorEdge:places.edges')}</HeadCell>
            <HeadCell num>{t('operatorEdge:places.requests')}</HeadCell>
            <HeadCell num>{t('operatorEdge:field.capacity')}</HeadCell>
            <HeadCell hideText>{t('operatorEdge:editPlace')}</HeadCell>
          </Head>
          <tbody>
            {places.map((place) => (
              <Row key={place.id}>
                <Cell m="title" className="font-semibold text-text">
                  <bdi>{place.name}</bdi> {place.isFull && <Badge tone="warning">{t('operatorEdge:places.full')}</Badge>}
                </Cell>
                <Cell m="sub">
                  {t(`operatorEdge:continent.${place.continent}`)}
                  {place.country !== null && ` · ${countryName(place.country, locale)}`}
                </Cell>
                <Cell num>{formatNumber(place.edges, locale)}</Cell>
                <Cell num>{formatNumber(Math.round(place.requests), locale)}</Cell>
                <Cell num>{place.capacity === null ? t('operatorEdge:unlimited') : formatNumber(place.capacity, locale)}</Cell>
                <Cell m="end" className="text-end">
                  <IconButton
                    icon={Pencil}
                    size="sm"
                    label={t('operatorEdge:editOf', { name: place.name })}
                    onClick={() => onEdit(place)}
                  />
                  <IconButton
                    icon={Trash2}
                    size="sm"
                    label={`${t('operatorEdge:removePlace')}: ${place.name}`}
                    disabled={place.edges > 0}
                    reason={place.edges > 0 ? t('operatorEdge:error.placeUsed') : undefined}
                    onClick={() => onRemove(place)}
                  />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
