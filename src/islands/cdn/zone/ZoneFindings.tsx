import type { ReactNode } from 'react';
import type { Output } from '../../../lib/contract/call.ts';
import type { zone } from '../../../lib/contract/cdn/zone.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { TruncationNotice, ZonePart, ZoneRows } from '../shared/zone/ZoneRows.tsx';

type Imported = Output<typeof zone.import>['imported'];

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
          <TruncationNotice shown={deletions.length} total={deleted} />
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
          <TruncationNotice shown={warnings.length} total={warned} />
        </ZonePart>
      )}
      {notes.length > 0 && (
        <ZonePart title={t('zone:preview.notesTitle', { lines: t('zone:preview.lines', counted(noted, locale)) })}>
          <ZoneRows lines={notes} label={t('zone:preview.notes')} total={noted}>
            {({ became }) => <span className="text-help text-text">{t('zone:preview.became', { became })}</span>}
          </ZoneRows>
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
