import { Check } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import type { Icon } from './icon.ts';
import { Kbd } from './Kbd.tsx';
import { useListNav } from './useListNav.ts';

export interface MenuItem {
  key: string;
  label: string;
  icon?: Icon | undefined;
  kbd?: string | undefined;
  description?: ReactNode;
  /** Quiet text at the end. */
  end?: ReactNode;
  /** Last, red, with an ellipsis when a dialog follows. */
  danger?: boolean | undefined;
  /** Why it cannot be used now. It stays visible and can be read. */
  reason?: string | undefined;
  /** Makes it one of several choices with a tick. */
  checked?: boolean | undefined;
  onSelect?: (() => void) | undefined;
  href?: string | undefined;
  /** Starts a group: a hairline, and the heading when there is one. */
  group?: string | true | undefined;
}

export interface MenuListProps {
  id: string;
  label: string;
  items: readonly MenuItem[];
  header?: ReactNode;
  onDone: () => void;
  startAtEnd?: boolean | undefined;
}

/** The items of a Menu, with arrow keys and typing ahead. */
export function MenuList({ id, label, items, header, onDone, startAtEnd }: MenuListProps) {
  const root = useRef<HTMLDivElement>(null);
  const run = (index: number) => {
    const item = items[index];
    if (!item || item.reason !== undefined) return;
    onDone();
    item.onSelect?.();
    if (item.href) root.current?.querySelector<HTMLAnchorElement>(`#${CSS.escape(`${id}-${index}`)}`)?.click();
  };
  const usable = items.map((item) => ({ disabled: item.reason !== undefined, text: item.label }));
  const start = startAtEnd ? usable.findLastIndex((item) => !item.disabled) : usable.findIndex((item) => !item.disabled);
  const nav = useListNav(usable, start, run);
  useEffect(() => root.current?.focus({ preventScroll: true }), []);
  useEffect(() => void document.getElementById(`${id}-${nav.active}`)?.scrollIntoView?.({ block: 'nearest' }), [id, nav.active]);
  return (
    <>
      {header}
      <div
        ref={root}
        id={id}
        role="menu"
        tabIndex={-1}
        data-autofocus
        aria-label={label}
        aria-activedescendant={nav.active >= 0 ? `${id}-${nav.active}` : undefined}
        className="outline-none"
        onKeyDown={(event) => {
          if (event.key === 'Tab') onDone();
          else nav.onKeyDown(event);
        }}
      >
        {items.map((item, index) => {
          const { icon: Icon } = item;
          const shared = {
            id: `${id}-${index}`,
            role: item.checked === undefined ? 'menuitem' : 'menuitemradio',
            'aria-checked': item.checked,
            'aria-disabled': item.reason !== undefined || undefined,
            tabIndex: -1,
            className: 'menu-item',
            'data-active': index === nav.active || undefined,
            'data-danger': item.danger || undefined,
            onPointerMove: () => index !== nav.active && item.reason === undefined && nav.setActive(index),
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
          return (
            <Fragment key={item.key}>
              {item.group && index > 0 && <hr className="menu-line" />}
              {typeof item.group === 'string' && <div className="menu-heading">{item.group}</div>}
              {item.href && item.reason === undefined ? (
                <a href={item.href} {...shared} onClick={onDone}>
                  {inner}
                </a>
              ) : (
                <button type="button" {...shared} onClick={() => run(index)}>
                  {inner}
                </button>
              )}
            </Fragment>
          );
        })}
      </div>
    </>
  );
}
