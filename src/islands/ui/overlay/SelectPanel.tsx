import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { OptionText } from '../OptionText.tsx';
import type { Option } from '../options.ts';
import { useCompact } from '../useCompact.ts';
import { BottomSheet } from './BottomSheet.tsx';
import { ListBox, preserveFocus } from './ListBox.tsx';
import { floats } from './placing.ts';
import { AfterClose, Trigger } from './Trigger.tsx';

export interface SelectPanelProps {
  open: boolean;
  anchor: RefObject<HTMLButtonElement | null>;
  label: string;
  closeLabel: string;
  value: string | number | null;
  options: readonly Option<string | number>[];
  onPick: (value: string | number) => void;
  onClose: () => void;
}

export function SelectPanel(props: SelectPanelProps) {
  const isCompact = useCompact();
  if (!isCompact) return <List {...props} />;
  return (
    <BottomSheet open onClose={props.onClose} title={props.label} closeLabel={props.closeLabel}>
      <ListInSheet {...props} />
    </BottomSheet>
  );
}

function ListInSheet(props: SelectPanelProps) {
  const box = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    sheet.current = box.current?.closest<HTMLElement>('.panel') ?? null;
  }, []);
  return (
    <div ref={box} className="menu">
      <List {...props} sheet={sheet} />
    </div>
  );
}

function List({ anchor, sheet, label, value, options, onPick, onClose }: SelectPanelProps & { sheet?: RefObject<HTMLElement | null> }) {
  return (
    <Listbox value={value} onChange={(picked) => picked !== null && onPick(picked)}>
      {({ open }) => (
        <>
          <ListboxButton as={Trigger} element={sheet ?? anchor} openWith="ArrowDown" />
          <AfterClose open={open} run={onClose} />
          <ListboxOptions
            as={ListBox}
            label={label}
            modal={false}
            data-autofocus=""
            {...(sheet ? { static: true, className: 'outline-none' } : { anchor: floats('start'), className: 'float float-fit menu' })}
          >
            {options.map((option) => (
              <ListboxOption
                key={option.value}
                value={option.value}
                disabled={option.reason !== undefined}
                onMouseDown={preserveFocus}
                className="menu-item"
              >
                <OptionText option={option} isSelected={option.value === value} />
              </ListboxOption>
            ))}
          </ListboxOptions>
        </>
      )}
    </Listbox>
  );
}
