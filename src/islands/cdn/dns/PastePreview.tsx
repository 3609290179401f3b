import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { absolute } from '../../../lib/rules/core/dnsName.ts';
import { cx } from '../../ui/cx.ts';
import { DomainText } from '../../ui/DomainText.tsx';
import { TypeTag } from '../../ui/TypeTag.tsx';
import { valueText } from './data.ts';
import type { Pasted } from './paste.ts';
import { ttlText } from './ttlText.ts';

const maxPreview = 200;

/** The record that each pasted line describes. */
export function PastePreview({ pasted, zone }: { pasted: readonly Pasted[]; zone: string }) {
  const t = useT();
  const locale = currentLocale();
  const count = (outcome: Pasted['outcome']) => pasted.filter((one) => one.outcome === outcome).length;
  const [adding, left, wrong] = [count('add'), count('left'), count('wrong')];
  // Invalid lines first: they prevent the others from being added.
  const ordered = [...pasted.filter(({ outcome }) => outcome === 'wrong'), ...pasted.filter(({ outcome }) => outcome !== 'wrong')];
  const summary = [
    adding > 0 && t('dns:paste.ready', counted(adding, locale)),
    left > 0 && t('dns:paste.left', counted(left, locale)),
    wrong > 0 && t('dns:paste.wrong', counted(wrong, locale)),
  ].filter(Boolean);
  return (
    <section aria-label={t('dns:paste.preview')} className="grid gap-2">
      <p role="status" className={cx('text-help', wrong > 0 ? 'text-danger' : 'text-text-2')}>
        {summary.length > 0 ? summary.join(' · ') : t('dns:paste.empty')}
      </p>
      {pasted.length > 0 && (
        <ul className="max-h-72 overflow-auto rounded-md ring-1 ring-border">
          {ordered.slice(0, maxPreview).map((one) => (
            <li key={one.id} className="grid gap-0.5 border-b border-border px-3 py-2 last:border-b-0" data-outcome={one.outcome}>
              <Entry pasted={one} zone={zone} />
            </li>
          ))}
        </ul>
      )}
      {pasted.length > maxPreview && (
        <p className="text-caption text-text-3">{t('dns:bulk.more', counted(pasted.length - maxPreview, locale))}</p>
      )}
    </section>
  );
}

function Entry({ pasted: { line, record, text, why, notes, outcome }, zone }: { pasted: Pasted; zone: string }) {
  const t = useT();
  return (
    <>
      <span className={cx('flex min-w-0 items-center gap-x-3 gap-y-1 max-sm:flex-wrap', outcome === 'left' && 'text-text-2')}>
        <span className="num flex-none text-caption text-text-3">
          {t('zone:preview.line', { line: formatNumber(line, currentLocale(), { useGrouping: false }) })}
        </span>
        {record ? (
          <>
            <TypeTag type={record.type} />
            <DomainText className="min-w-0 truncate font-medium max-sm:flex-1 sm:max-w-[40%]">{absolute(record.name, zone)}</DomainText>
            <DomainText mono className="min-w-0 flex-1 truncate text-text-2 max-sm:order-last max-sm:basis-full">
              {valueText(record).slice(0, 300)}
            </DomainText>
            <span className="flex-none text-caption text-text-3">{ttlText(record.ttl)}</span>
          </>
        ) : (
          <DomainText mono className="min-w-0 truncate">
            {text}
          </DomainText>
        )}
      </span>
      {notes.map((note) => (
        <span key={note} className="text-help text-text-2">
          {note}
        </span>
      ))}
      {why && <span className={cx('text-help', outcome === 'wrong' ? 'text-danger' : 'text-text-2')}>{why}</span>}
    </>
  );
}
