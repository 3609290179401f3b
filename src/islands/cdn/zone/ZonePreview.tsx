import type { Output } from '../../../lib/contract/call.ts';
import type { zone } from '../../../lib/contract/cdn/zone.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted, formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { StatStrip } from '../../ui/StatStrip.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import { TypeTag } from '../../ui/TypeTag.tsx';
import { VIRTUAL_FROM, type VirtualRow, VirtualRows } from '../../ui/VirtualRows.tsx';

type Answer = Output<typeof zone.import>;
type Line = Answer['errors'][number];

/** The effect of an import: counts, refused lines, records, skipped lines. */
export function ZonePreview({ answer: { imported, errors }, busy }: { answer: Answer; busy: boolean }) {
  const t = useT();
  const number = (value: number) => formatNumber(value, currentLocale());
  const figures = [
    { key: 'created', value: imported.created },
    { key: 'updated', value: imported.updated },
    { key: 'skipped', value: imported.skipped },
    { key: 'merged', value: imported.merged },
    { key: 'refused', value: imported.refused },
  ] as const;
  return (
    <section aria-label={t('zone:preview.title')} aria-busy={busy} className="grid gap-4 transition-opacity aria-busy:opacity-60">
      <StatStrip stats={figures.map(({ key, value }) => ({ key, label: t(`zone:preview.${key}`), value: number(value) }))} />
      {errors.length > 0 && (
        <>
          <Banner tone="danger">
            {t(imported.isWhole ? 'zone:preview.refusedText' : 'zone:preview.unreadText', {
              lines: t('zone:preview.lines', counted(imported.refused, currentLocale())),
            })}
          </Banner>
          <Lines lines={errors} label={t('zone:preview.refused')} tone="danger" total={imported.refused} />
        </>
      )}
      {imported.records.length > 0 && <Records imported={imported} />}
      {imported.skippedLines.length > 0 && (
        <details className="rounded-md ring-1 ring-border">
          <summary className="px-4 py-2.5 font-medium text-text">
            {t('zone:preview.skippedTitle', { lines: t('zone:preview.lines', counted(imported.skipped, currentLocale())) })}
          </summary>
          <div className="px-2 pb-2">
            <Lines lines={imported.skippedLines} label={t('zone:preview.skipped')} total={imported.skipped} />
          </div>
        </details>
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
      <Lines lines={errors} label={t('zone:import.leftOutTitle')} total={imported.refused} />
    </section>
  );
}

interface LinesProps {
  lines: readonly Line[];
  label: string;
  tone?: 'danger';
  /** `lines` may be the first of them. */
  total: number;
}

/** Lines of the file with the reason for their result. */
function Lines({ lines, label, tone, total }: LinesProps) {
  const t = useT();
  const number = (value: number) => formatNumber(value, currentLocale());
  return (
    <>
      <Scroller label={label} className="max-h-80 rounded-md ring-1 ring-border">
        <ul aria-label={label}>
          {lines.map((line) => (
            <li key={`${line.line} ${line.text}`} className="grid gap-0.5 border-b border-border px-4 py-2 last:border-b-0">
              <span className="flex min-w-0 items-baseline gap-3">
                <span className="num flex-none text-caption text-text-3">
                  {t('zone:preview.line', { line: formatNumber(line.line, currentLocale(), { useGrouping: false }) })}
                </span>
                <DomainText mono className="min-w-0 truncate text-text">
                  {line.text}
                </DomainText>
              </span>
              <span className={tone === 'danger' ? 'text-help text-danger' : 'text-help text-text-2'}>{line.message}</span>
            </li>
          ))}
        </ul>
      </Scroller>
      {lines.length < total && (
        <p className="text-caption text-text-3">{t('zone:preview.firstLines', { shown: number(lines.length), total: number(total) })}</p>
      )}
    </>
  );
}

function Records({ imported }: { imported: Answer['imported'] }) {
  const t = useT();
  const locale = currentLocale();
  const { records } = imported;
  const replaces = records.some(({ outcome }) => outcome === 'replace');
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
      <Cell m="end">{record.outcome === 'replace' && <Badge tone="warning">{t('zone:preview.replaces')}</Badge>}</Cell>
    </Row>
  );
  return (
    <div className="grid gap-2">
      <Scroller label={t('zone:preview.records')} className="max-h-[420px] rounded-lg ring-1 ring-border">
        <Table
          label={t('zone:preview.records')}
          rows
          widths={['64px', '84px', '26%', undefined, '92px', replaces ? '116px' : '12px']}
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
      {records.length < imported.created && (
        <p className="text-caption text-text-3">
          {t('zone:preview.firstOf', { shown: formatNumber(records.length, locale), total: formatNumber(imported.created, locale) })}
        </p>
      )}
    </div>
  );
}
