import { formatNumber } from '../../../../lib/format/number.ts';
import { counted } from '../../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../../lib/i18n/react.tsx';
import type { Choice } from '../../../../lib/rules/cdn/zone/types.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DomainText } from '../../../ui/DomainText.tsx';
import { RadioCards } from '../../../ui/RadioCards.tsx';
import { ZoneRows } from './ZoneRows.tsx';

interface ZoneDoubtsProps {
  doubts: readonly { line: number; text: string; message: string; written: string; meant: string; reading: Choice }[];
  /** `doubts` may be the first of them. */
  total: number;
  /** One line, or all of them. */
  onRead: (reading: Choice, line?: number) => void;
}

/** Lines whose letter and likely meaning differ, with a choice for each. */
export function ZoneDoubts({ doubts, total, onRead }: ZoneDoubtsProps) {
  const t = useT();
  if (total === 0) return null;
  const lines = t('zone:preview.lines', counted(total, currentLocale()));
  return (
    <div className="grid gap-2">
      <Banner tone="warning">
        <b>{t('zone:preview.doubtsTitle', { lines })}</b> {t('zone:preview.doubtsText')}
      </Banner>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onRead('meant')}>{t('zone:preview.allMeant')}</Button>
        <Button onClick={() => onRead('written')}>{t('zone:preview.allWritten')}</Button>
      </div>
      <ZoneRows lines={doubts} label={t('zone:preview.doubts')} total={total}>
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
      </ZoneRows>
    </div>
  );
}
