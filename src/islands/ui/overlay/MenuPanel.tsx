import { Menu, MenuButton } from '@headlessui/react';
import type { MenuPanelProps } from '../Menu.tsx';
import { useCompact } from '../useCompact.ts';
import { BottomSheet } from './BottomSheet.tsx';
import { MenuItems } from './MenuItems.tsx';
import { MenuList } from './MenuList.tsx';
import { floats } from './placing.ts';
import { AfterClose, Trigger } from './Trigger.tsx';

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
