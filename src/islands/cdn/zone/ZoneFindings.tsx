import type { ReactNode } from 'react';
import type { Output } from '../../../lib/contract/call.ts';
import type { zone } from '../../../lib/contract/cdn/zone.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { FirstOf, ZoneLines, ZonePart } from './ZoneLines.tsx';

type Imported = Output<typeof zone.import>['imported'];
export type Reading = Imported['doubts'][number]['reading'];

interface DoubtsProps {
  imported: Imported;
  /** One line, or all of them. */
  onRead: (reading: Reading, line?: number) => void;
}

/** Lines whose letter and likely meaning differ, with a choice for each. */
export function ZoneDoubts({ imported: { doubts, doubted }, onRead }: DoubtsProps) {
  const t = useT();
  if (doubted === 0) return null;
  const lines = t('zone:preview.lines', counted(doubted, currentLocale()));
  return (
    <div className="grid gap-2">
      <Banner tone="warning">
        <b>{t('zone:preview.doubtsTitle', { lines })}</b> {t('zone:preview.doubtsText')}
      </Banner>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onRead('meant')}>{t('zone:preview.allMeant')}</Button>
        <Button onClick={() => onRead('written')}>{t('zone:preview.allWritten')}</Button>
      </div>
      <ZoneLines lines={doubts} label={t('zone:preview.doubts')} total={doubted}>
        {({ line, reading, meant, written }) => (
          <RadioCards
            label={t('zone:preview.readingOf', { line: formatNumber(line, currentLocale(), { useGrouping: false }) })}
            value={reading}
            onChange={(chosen) => onRead(chosen, line)}
            min={220}
            cards={[
              { value: 'meant', label: t('zone:preview.meant'), description: <DomainText mono>{meant}</DomainText> },
              { value: 'written', label: t('zone:preview.written'), description: <DomainText mono>{written}</DomainText> },
            ]}
          />
        )}
      </ZoneLines>
    </div>
  );
}

/** What was translated, what is deleted, and the warnings of the domain after the import. */
export function ZoneFindings({ imported }: { imported: Imported }) {
  const t = useT();
  const locale = currentLocale();
  const { notes, noted, deletions, deleted, warnings, warned } = imported;
  return (
    <>
      {deletions.length > 0 && (
        <ZonePart title={t('zone:preview.deletionsTitle', { records: t('zone:import.records', counted(deleted, locale)) })} open>
          <Scroller label={t('zone:preview.deletions')} className="max-h-60 rounded-md ring-1 ring-border">
            <ul aria-label={t('zone:preview.deletions')}>
              {deletions.map((record) => (
                <Item key={`${record.name} ${record.type} ${record.priority} ${record.content}`} record={record} />
              ))}
            </ul>
          </Scroller>
          <FirstOf shown={deletions.length} total={deleted} />
        </ZonePart>
      )}
      {warnings.length > 0 && (
        <ZonePart
          title={t('zone:preview.warningsTitle', { count: formatNumber(warned, locale) })}
          open={warnings.some(({ isNew }) => isNew)}
        >
          <Scroller label={t('zone:preview.warnings')} className="max-h-60 rounded-md ring-1 ring-border">
            <ul aria-label={t('zone:preview.warnings')}>
              {warnings.map((warning) => (
                <Item key={`${warning.name} ${warning.type} ${warning.content} ${warning.message}`} record={warning}>
                  <span className="flex items-baseline gap-2 text-help text-warning">
                    {warning.isNew && <Badge tone="warning">{t('zone:preview.warningNew')}</Badge>}
                    {warning.message}
                  </span>
                </Item>
              ))}
            </ul>
          </Scroller>
          <FirstOf shown={warnings.length} total={warned} />
        </ZonePart>
      )}
      {notes.length > 0 && (
        <ZonePart title={t('zone:preview.notesTitle', { lines: t('zone:preview.lines', counted(noted, locale)) })}>
          <ZoneLines lines={notes} label={t('zone:preview.notes')} total={noted}>
            {({ became }) => <span className="text-help text-text">{t('zone:preview.became', { became })}</span>}
          </ZoneLines>
        </ZonePart>
      )}
    </>
  );
}

interface ItemProps {
  record: { name: string; type: string; content: string; priority?: number | undefined };
  children?: ReactNode;
}

function Item({ record: { name, type, priority, content }, children }: ItemProps) {
  return (
    <li className="grid gap-0.5 border-b border-border px-4 py-2 last:border-b-0">
      <DomainText mono className="min-w-0 truncate text-text">
        {[name, type, priority, content.slice(0, 300)].filter((part) => part !== undefined).join(' ')}
      </DomainText>
      {children}
    </li>
  );
}
