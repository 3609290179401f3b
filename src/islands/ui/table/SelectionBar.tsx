import { Download } from 'lucide-react';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { type BulkAction, BulkBar } from '../BulkBar.tsx';
import { Button } from '../Button.tsx';
import { Checkbox } from '../Checkbox.tsx';

interface SelectionBarProps {
  selected: number;
  /** Of those, rows that filters hide. */
  hidden: number;
  actions: readonly BulkAction[];
  onExport: (() => void) | undefined;
  onClear: () => void;
}

/** What can be done with the selected rows. The export stands before what destroys. */
export function SelectionBar({ selected, hidden, actions, onExport, onClear }: SelectionBarProps) {
  const t = useT();
  const locale = currentLocale();
  const exporting = onExport ? [{ key: 'export', label: t('common:list.export'), icon: Download, onClick: onExport }] : [];
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
      {/* The bar lies over the page: its end can be scrolled out from under it. */}
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

/** Phones, while rows are being selected: what the box in the head does elsewhere, and the way out. */
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
