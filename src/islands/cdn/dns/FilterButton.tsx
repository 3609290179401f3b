import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useLater } from '../../../browser/later.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';

const loadDialog = () => import('./FilterDialog.tsx');

interface FilterButtonProps {
  /** The filter as in the address; empty: none. */
  text: string;
  onChange: (text: string) => void;
}

/** Opens the conditions by which the list is filtered. */
export function FilterButton({ text, onChange }: FilterButtonProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const dialog = useLater(loadDialog, open, close, false);
  return (
    <>
      <Button icon={ListFilter} aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
        {t('dns:filter.open')}
      </Button>
      {open && dialog && <dialog.default text={text} onChange={onChange} onClose={close} />}
    </>
  );
}
