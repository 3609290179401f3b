import { Menu, MenuButton } from '@headlessui/react';
import type { ReactNode, RefObject } from 'react';
import type { MenuItem } from '../menuItem.ts';
import { useCompact } from '../useCompact.ts';
import { BottomSheet } from './BottomSheet.tsx';
import { MenuItems } from './MenuItems.tsx';
import { MenuList } from './MenuList.tsx';
import { floats } from './placing.ts';
import { AfterClose, Trigger } from './Trigger.tsx';

export interface MenuPanelProps {
  /** Name for screen readers, and the title of the sheet on small screens. */
  label: string;
  closeLabel: string;
  items: readonly MenuItem[];
  align?: 'start' | 'end' | undefined;
  /** Above the items: the signed-in user, a switch. */
  header?: ReactNode;
  /** Title and second line of the sheet when they differ from `label`. */
  sheetTitle?: ReactNode;
  sheetDescription?: ReactNode;
  anchor: RefObject<HTMLButtonElement | null>;
  open: boolean;
  startAtEnd?: boolean | undefined;
  /** Also returns the focus to the button. */
  onClose: () => void;
}

/** Next to its button; a bottom sheet at 1190 px or less. */
export function MenuPanel({ anchor, startAtEnd, onClose, label, closeLabel, items, align, header, sheetTitle, ...sheet }: MenuPanelProps) {
  const isCompact = useCompact();
  if (isCompact)
    return (
      <BottomSheet open onClose={onClose} title={sheetTitle ?? label} description={sheet.sheetDescription} closeLabel={closeLabel}>
        <MenuList label={label} items={items} header={header} onDone={onClose} startAtEnd={startAtEnd} />
      </BottomSheet>
    );
  return (
    <Menu>
      {({ open }) => (
        <>
          <MenuButton as={Trigger} element={anchor} openWith={startAtEnd ? 'ArrowUp' : 'ArrowDown'} />
          <AfterClose open={open} run={onClose} />
          <MenuItems label={label} items={items} header={header} onDone={onClose} anchor={floats(align ?? 'end')} className="float menu" />
        </>
      )}
    </Menu>
  );
}
