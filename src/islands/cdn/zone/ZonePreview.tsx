import type { Output } from '../../../lib/contract/call.ts';
import type { zone } from '../../../lib/contract/cdn/zone.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted, formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { Choice } from '../../../lib/rules/cdn/zone/types.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { StatStrip } from '../../ui/StatStrip.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import { TypeTag } from '../../ui/TypeTag.tsx';
import { VIRTUAL_FROM, type VirtualRow, VirtualRows } from '../../ui/VirtualRows.tsx';
import { ZoneDoubts } from '../shared/zone/ZoneDoubts.tsx';
import { ZonePart, ZoneRows } from '../shared/zone/ZoneRows.tsx';
import { ZoneFindings } from './ZoneFindings.tsx';

type Answer = Output<typeof zone.import>;

interface ZonePreviewProps {
  answer: Answer;
  busy: boolean;
  /** Chooses the reading of one doubtful line, or of all of them. */
  onRead: (reading: Choice, line?: number) => void;
}

/** The effect of an import: counts, refused lines, lines with two readings, records, what goes, warnings, notes, skipped lines. */
export function ZonePreview({ answer: { imported, errors }, busy, onRead }: ZonePreviewProps) {
  const t = useT();
  const number = (value: number) => formatNumber(value, currentLocale());
  const figures = [
    { key: 'created', value: imported.created },
    { key: 'updated', value: imported.updated },
    { key: 'deleted', value: imported.deleted },
    { key: 'skipped', value: imported.skipped },
    { key: 'merged', value: imported.merged },
    { key: 'refused', value: imported.refused },
  ] as const;
  return (
    <section aria-label={t('zone:preview.title')} aria-busy={busy} className="grid gap-4 transition-opacity aria-busy:opacity-60">
      {imported.exporter && (
        <p className="text-ui text-text-2">{t('zone:preview.exporter', { exporter: t(`zone:exporter.${imported.exporter}`) })}</p>
      )}
      <StatStrip stats={figures.map(({ key, value }) => ({ key, label: t(`zone:preview.${key}`), value: number(value) }))} />
      {errors.length > 0 && (
        <>
          <Banner tone="danger">
            {t(imported.isWhole ? 'zone:preview.refusedText' : 'zone:preview.unreadText', {
              lines: t('zone:preview.lines', counted(imported.refused, currentLocale())),
            })}
          </Banner>
          <ZoneRows lines={errors} label={t('zone:preview.refused')} tone="danger" total={imported.refused} />
        </>
      )}
      <ZoneDoubts doubts={imported.doubts} total={imported.doubted} onRead={onRead} />
      {imported.records.length > 0 && <Records imported={imported} />}
      <ZoneFindings imported={imported} />
      {imported.skippedLines.length > 0 && (
        <ZonePart title={t('zone:preview.skippedTitle', { lines: t('zone:preview.lines', counted(imported.skipped, currentLocale())) })}>
          <ZoneRows lines={imported.skippedLines} label={t('zone:preview.skipped')} total={imported.skipped} />
        </ZonePart>
      )}
    </section>
  );
}

/** What an import left out. */
export function LeftOut({ answer: { imported, errors } }: { answer: Answer }) {
  const t = useT();
  return (
    <section aria-label={t('zone:import.leftOutTitle')} className="grid w-full gap-2">
      <p className="text-ui text-text-2">{t('zone:import.leftOut', counted(imported.refused, currentLocale()))}</p>
      <ZoneRows lines={errors} label={t('zone:import.leftOutTitle')} total={imported.refused} />
    </section>
  );
}

function Records({ imported }: { imported: Answer['imported'] }) {
  const t = useT();
  const locale = currentLocale();
  const { records } = imported;
  const replaces = records.some(({ outcome }) => outcome !== 'create');
  const total = imported.created + imported.updated;
  const draw = (record: (typeof records)[number], key: string | number, row?: Omit<VirtualRow, 'key'>) => (
    <Row key={key} {...row}>
      <Cell num>{formatNumber(record.line, locale, { useGrouping: false })}</Cell>
      <Cell m="lead">
        <TypeTag type={record.type} />
      </Cell>
      <Cell m="title" clip>
        <DomainText>{record.name}</DomainText>
      </Cell>
      <Cell m="sub" clip>
        <bdi dir="ltr" className="mono">
          {[record.priority, record.weight, record.port, record.content.slice(0, 300)].filter((part) => part !== undefined).join(' ')}
        </bdi>
      </Cell>
      <Cell>{record.ttl === 'auto' ? t('zone:preview.autoTtl') : formatTtl(record.ttl, locale)}</Cell>
      <Cell m="end">
        <span className="inline-flex flex-wrap justify-end gap-1">
          {record.outcome !== 'create' && (
            <Badge tone="warning">{t(record.outcome === 'replace' ? 'zone:preview.replaces' : 'zone:preview.changes')}</Badge>
          )}
          {record.proxy && <Badge tone="success">{t('zone:preview.cdn')}</Badge>}
        </span>
      </Cell>
    </Row>
  );
  return (
    <div className="grid gap-2">
      <Scroller label={t('zone:preview.records')} className="max-h-[420px] rounded-lg ring-1 ring-border">
        <Table
          label={t('zone:preview.records')}
          rows
          widths={['64px', '84px', '26%', undefined, '92px', replaces ? '164px' : '76px']}
          className="min-w-[600px] max-sm:min-w-0"
          total={records.length + 1}
        >
          <Head>
            <HeadCell num>{t('zone:preview.lineHead')}</HeadCell>
            <HeadCell>{t('zone:preview.type')}</HeadCell>
            <HeadCell>{t('zone:preview.name')}</HeadCell>
            <HeadCell>{t('zone:preview.content')}</HeadCell>
            <HeadCell>TTL</HeadCell>
            <HeadCell>
              <span className="sr-only">{t('zone:preview.outcome')}</span>
            </HeadCell>
          </Head>
          {records.length > VIRTUAL_FROM ? (
            <VirtualRows items={records} keyOf={(record, index) => `${record.line} ${index}`} columns={6}>
              {(record, { key, ...row }) => draw(record, key, row)}
            </VirtualRows>
          ) : (
            <tbody>{records.map((record, index) => draw(record, `${record.line} ${index}`))}</tbody>
          )}
        </Table>
      </Scroller>
      {records.length < total && (
        <p className="text-caption text-text-3">
          {t('zone:preview.firstOf', { shown: formatNumber(records.length, locale), total: formatNumber(total, locale) })}
        </p>
      )}
    </div>
  );
}
