import { Download } from 'lucide-react';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { type BulkAction, BulkBar } from '../BulkBar.tsx';
import { Button } from '../Button.tsx';
import { Checkbox } from '../Checkbox.tsx';

interface SelectionBarProps {
  selected: number;
  /** Number of selected rows hidden by filters. */
  hidden: number;
  actions: readonly BulkAction[];
  onExport: (() => void) | undefined;
  onClear: () => void;
}

/** Actions for the selected rows. The export comes before destructive actions. */
export function SelectionBar({ selected, hidden, actions, onExport, onClear }: SelectionBarProps) {
  const t = useT();
  const locale = currentLocale();
  const exporting = onExport ? [{ key: 'export', label: t('common:list.export'), icon: Download, changes: false, onClick: onExport }] : [];
  return (
    <>
      <BulkBar
        label={t('common:list.forSelected')}
        count={
          <>
            {t('common:list.selected', counted(selected, locale))}
            {hidden > 0 && <span className="bulk-hidden">{t('common:list.notShown', counted(hidden, locale))}</span>}
          </>
        }
        actions={[...actions.filter(({ danger }) => !danger), ...exporting, ...actions.filter(({ danger }) => danger)]}
        closeLabel={t('common:list.clearSelection')}
        onClose={onClear}
      />
      {/* The bar covers the end of the page, so this space lets it be scrolled into view. */}
      <div aria-hidden className="bulk-room" />
    </>
  );
}

interface SelectAllProps {
  cover: 'none' | 'some' | 'all';
  shown: number;
  onAll: (on: boolean) => void;
  onDone: () => void;
}

/** Phones, in selection mode: replaces the checkbox of the head and ends the mode. */
export function SelectAll({ cover, shown, onAll, onDone }: SelectAllProps) {
  const t = useT();
  return (
    <div className="tbl-selecting">
      <Checkbox
        label={t('common:list.selectAll', { n: formatNumber(shown, currentLocale()) })}
        checked={cover === 'all'}
        mixed={cover === 'some'}
        onChange={() => onAll(cover !== 'all')}
      />
      <Button kind="ghost" size="sm" onClick={onDone}>
        {t('common:list.endSelecting')}
      </Button>
    </div>
  );
}
