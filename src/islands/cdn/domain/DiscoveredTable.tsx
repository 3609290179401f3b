import type { DiscoveredRecord } from '../../../lib/contract/cdn/domainSetup.ts';
import { nameToUnicode } from '../../../lib/format/punycode.ts';
import { formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { canProxy } from '../../../lib/rules/core/dnsTypes.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import { TypeTag } from '../../ui/TypeTag.tsx';
import { usePhone } from '../../ui/useCompact.ts';

/** Two records of a zone never have the same values for all of these. */
export const rowKey = ({ name, type, priority, weight, port, content }: DiscoveredRecord): string =>
  [name, type, priority, weight, port, content].join(' ');

interface DiscoveredTableProps {
  records: readonly DiscoveredRecord[];
  isChosen: (key: string) => boolean;
  proxyOf: (record: DiscoveredRecord) => boolean;
  onChoose: (keys: readonly string[], on: boolean) => void;
  onProxy: (key: string, on: boolean) => void;
}

/** The records of a scan with checkboxes; those that already exist or aren't allowed are marked instead. */
export function DiscoveredTable({ records, isChosen, proxyOf, onChoose, onProxy }: DiscoveredTableProps) {
  const t = useT();
  const locale = currentLocale();
  const phone = usePhone();
  const keys = records.filter(({ state }) => state === 'new').map(rowKey);
  const count = keys.filter(isChosen).length;
  return (
    <Table label={t('setup:records.table')} rows widths={['48px', '84px', '24%', undefined, '92px', '104px']}>
      <Head>
        <HeadCell>
          <Checkbox
            aria-label={t('setup:records.chooseAll')}
            checked={count > 0 && count === keys.length}
            mixed={count > 0 && count < keys.length}
            disabled={keys.length === 0}
            onChange={(event) => onChoose(keys, event.target.checked)}
          />
        </HeadCell>
        <HeadCell>{t('setup:records.type')}</HeadCell>
        <HeadCell>{t('setup:records.name')}</HeadCell>
        <HeadCell>{t('setup:records.content')}</HeadCell>
        <HeadCell>{t('setup:records.ttl')}</HeadCell>
        <HeadCell>{t('setup:records.cdn')}</HeadCell>
      </Head>
      <tbody>
        {records.map((record) => {
          const key = rowKey(record);
          const { name, type, state, ttl } = record;
          const open = state === 'new';
          const numbers = [record.priority, record.weight, record.port].filter((part) => part !== undefined).join(' ');
          return (
            <Row key={key}>
              <Cell m="lead">
                <Checkbox
                  aria-label={t('setup:records.choose', { name, type })}
                  checked={open && isChosen(key)}
                  disabled={!open}
                  title={open ? undefined : t(`setup:records.${state}Help`)}
                  onChange={(event) => onChoose([key], event.target.checked)}
                />
              </Cell>
              <Cell>
                <TypeTag type={type} />
              </Cell>
              <Cell m="title" clip>
                <bdi dir="ltr" className="font-medium" title={name}>
                  {nameToUnicode(name)}
                </bdi>
              </Cell>
              <Cell m="sub" clip>
                <bdi dir="ltr" className="mono" title={record.content}>
                  {[phone && type, numbers, nameToUnicode(record.content.slice(0, 300))].filter(Boolean).join(' ')}
                </bdi>
              </Cell>
              <Cell>{ttl === 'auto' ? t('setup:records.autoTtl') : formatTtl(ttl, locale)}</Cell>
              <Cell m="end">
                {!open ? (
                  <span title={t(`setup:records.${state}Help`)}>
                    <Badge tone={state === 'exists' ? 'success' : 'warning'}>{t(`setup:records.${state}`)}</Badge>
                  </span>
                ) : canProxy(type) ? (
                  <Switch
                    aria-label={t('setup:records.proxy', { name, type })}
                    checked={proxyOf(record)}
                    onChange={(on) => onProxy(key, on)}
                  />
                ) : (
                  <span className="text-text-3 max-sm:hidden" role="img" aria-label={t('setup:records.noProxy')}>
                    —
                  </span>
                )}
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
