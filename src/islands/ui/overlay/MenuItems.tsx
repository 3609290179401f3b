import { MenuItem as HeadlessItem, MenuItems as HeadlessItems } from '@headlessui/react';
import { Check } from 'lucide-react';
import { type ComponentProps, type ComponentPropsWithRef, Fragment, type ReactNode } from 'react';
import { Kbd } from '../Kbd.tsx';
import type { MenuItem } from '../menuItem.ts';
import { useLocks } from '../useLock.ts';
import { ListBox, preserveFocus } from './ListBox.tsx';

interface MenuItemsProps extends Pick<ComponentProps<typeof HeadlessItems>, 'anchor' | 'static' | 'className'> {
  label: string;
  items: readonly MenuItem[];
  header?: ReactNode;
  /** Before an item runs: closes the menu and returns the focus, so that a dialog finds its opener focused. */
  onDone: () => void;
}

export function MenuItems({ label, items: allItems, header, onDone, ...rest }: MenuItemsProps) {
  const lockOf = useLocks();
  const items = allItems.map((item) => {
    const lock = lockOf(item.changes ?? item.danger ?? false);
    return lock ? { ...item, reason: lock } : item;
  });
  return (
    <HeadlessItems {...rest} as={ListBox} modal={false} label={label} data-autofocus="">
      {header}
      {items.map((item, index) => (
        <Fragment key={item.key}>
          {item.group && index > 0 && <hr className="menu-line" />}
          {typeof item.group === 'string' && <div className="menu-heading">{item.group}</div>}
          <HeadlessItem as={Row} item={item} disabled={item.reason !== undefined} onDone={onDone} />
        </Fragment>
      ))}
    </HeadlessItems>
  );
}

interface RowProps extends ComponentPropsWithRef<'button'> {
  item: MenuItem;
  onDone: () => void;
}
function Row({ item, onDone, onClick, ...rest }: RowProps) {
  const { icon: Icon, href } = item;
  const shared = {
    ...rest,
    role: item.checked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': item.checked,
    className: 'menu-item',
    'data-danger': item.danger || undefined,
    onMouseDown: preserveFocus,
  };
  const inner = (
    <>
      {Icon && <Icon aria-hidden />}
      <span className="menu-text">
        {item.label}
        {(item.reason || item.description) && <small>{item.reason ?? item.description}</small>}
      </span>
      {item.end && <span className="menu-end">{item.end}</span>}
      {item.kbd && <Kbd>{item.kbd}</Kbd>}
      {item.checked && <Check aria-hidden className="tick" />}
    </>
  );
  if (item.reason !== undefined)
    return (
      <button type="button" {...shared} onClick={onClick}>
        {inner}
      </button>
    );
  const run = () => {
    onDone();
    item.onSelect?.();
  };
  return href ? (
    <a href={href} {...(shared as ComponentPropsWithRef<'a'>)} onClick={run}>
      {inner}
    </a>
  ) : (
    <button type="button" {...shared} onClick={run}>
      {inner}
    </button>
  );
}
