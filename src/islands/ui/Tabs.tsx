import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Count } from './Badge.tsx';
import type { Icon } from './icon.ts';

export interface Tab<V extends string> {
  value: V;
  label: ReactNode;
  count?: ReactNode;
  /** After the label, as the diamond of a plan. */
  icon?: Icon | undefined;
  /** A page of its own; then all of them should have one. */
  href?: string | undefined;
}
export interface TabsProps<V extends string> {
  value: V;
  tabs: readonly Tab<V>[];
  label: string;
  onChange?: ((value: V) => void) | undefined;
  /** Id of the panel that the buttons change. */
  panel?: string | undefined;
}

/** Links (`href`) when each tab is an address, else buttons with arrow keys. Scrolls sideways on small screens. */
export function Tabs<V extends string>({ value, tabs, label, onChange, panel }: TabsProps<V>) {
  const root = useRef<HTMLDivElement>(null);
  const links = tabs.some((tab) => tab.href !== undefined);
  const inner = ({ label: text, count, icon: Icon }: Tab<V>) => (
    <>
      {text}
      {count !== undefined && <Count>{count}</Count>}
      {Icon && <Icon aria-hidden />}
    </>
  );
  if (links)
    return (
      <nav className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <a key={tab.value} href={tab.href} className="tab" aria-current={tab.value === value ? 'page' : undefined}>
            {inner(tab)}
          </a>
        ))}
      </nav>
    );
  const onKeyDown = (event: KeyboardEvent) => {
    const rtl = root.current !== null && getComputedStyle(root.current).direction === 'rtl';
    const at = tabs.findIndex((tab) => tab.value === value);
    const to = { ArrowRight: at + (rtl ? -1 : 1), ArrowLeft: at + (rtl ? 1 : -1), Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    onChange?.(next.value);
    root.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus();
  };
  return (
    <div ref={root} className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          className="tab"
          data-value={tab.value}
          aria-selected={tab.value === value}
          aria-controls={panel}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange?.(tab.value)}
        >
          {inner(tab)}
        </button>
      ))}
    </div>
  );
}
