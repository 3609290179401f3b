import { Menu, MenuButton } from '@headlessui/react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { MenuItem } from '../menuItem.ts';
import { MenuItems } from './MenuItems.tsx';
import { AfterClose, Trigger } from './Trigger.tsx';

export interface MenuListProps {
  label: string;
  items: readonly MenuItem[];
  header?: ReactNode;
  onDone: () => void;
  startAtEnd?: boolean | undefined;
}

/** A menu inside a bottom sheet, which may have other controls above it. */
export function MenuList({ label, items, header, onDone, startAtEnd }: MenuListProps) {
  const box = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    sheet.current = box.current?.closest<HTMLElement>('.panel') ?? box.current;
  }, []);
  return (
    <Menu as="div" ref={box} className="menu">
      {({ open }) => (
        <>
          <MenuButton as={Trigger} element={sheet} openWith={startAtEnd ? 'ArrowUp' : 'ArrowDown'} />
          <AfterClose open={open} run={onDone} />
          <MenuItems static label={label} items={items} header={header} onDone={onDone} className="outline-none" />
        </>
      )}
    </Menu>
  );
}
