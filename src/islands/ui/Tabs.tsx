import { Tab as HeadlessTab, TabGroup, TabList } from '@headlessui/react';
import { type ComponentPropsWithRef, Fragment, type ReactNode } from 'react';
import { Count } from './Badge.tsx';
import type { Icon } from './icon.ts';
import { byDirection } from './keyboard.ts';
import { showInBar } from './showInBar.ts';

export interface Tab<V extends string> {
  value: V;
  label: ReactNode;
  count?: ReactNode;
  /** After the label, such as the diamond of a plan. */
  icon?: Icon | undefined;
  /** A link to its own page; then all tabs should have one. */
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
          <a
            key={tab.value}
            ref={tab.value === value ? showInBar : null}
            href={tab.href}
            className="tab"
            aria-current={tab.value === value ? 'page' : undefined}
          >
            {inner(tab)}
          </a>
        ))}
      </nav>
    );
  return (
    <TabGroup
      as={Fragment}
      selectedIndex={tabs.findIndex((tab) => tab.value === value)}
      onChange={(index) => {
        const chosen = tabs[index];
        if (chosen) onChange?.(chosen.value);
      }}
    >
      <TabList className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <HeadlessTab key={tab.value} as={TabButton} panel={panel}>
            {inner(tab)}
          </HeadlessTab>
        ))}
      </TabList>
    </TabGroup>
  );
}

/** The caller renders the panel, so Headless UI doesn't know it. */
function TabButton({ panel, onKeyDown, ...rest }: ComponentPropsWithRef<'button'> & { panel: string | undefined }) {
  return <button {...rest} type="button" className="tab" aria-controls={panel} onKeyDown={(event) => onKeyDown?.(byDirection(event))} />;
}
