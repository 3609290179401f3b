import { Radio, RadioGroup } from '@headlessui/react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import type { Icon } from './icon.ts';
import { RadioBox } from './RadioBox.tsx';
import { showInBar } from './showInBar.ts';
import { type Changes, useLock } from './useLock.ts';

export interface Segment<V extends string> {
  value: V;
  label: ReactNode;
  icon?: Icon | undefined;
  disabled?: boolean | undefined;
  /** Makes the segment a link; then all of them should be. */
  href?: string | undefined;
}
export interface SegmentedProps<V extends string> {
  value: V;
  onChange?: ((value: V) => void) | undefined;
  segments: readonly Segment<V>[];
  label: string;
  size?: 'sm' | 'md' | undefined;
  block?: boolean | undefined;
  /** It is saved at once, so a role that may only read can't use it. */
  changes?: Changes | undefined;
}

/** Two to eight short views. As links (`href`) it is navigation, else a radio group with arrow keys. */
export function Segmented<V extends string>({ value, onChange, segments, label, size, block, changes = false }: SegmentedProps<V>) {
  const lock = useLock(changes);
  const links = segments.some((segment) => segment.href !== undefined);
  const className = cx('segmented', size === 'sm' && 'segmented-sm');
  const inner = ({ icon: Icon, label: text }: Segment<V>) => (
    <>
      {Icon && <Icon aria-hidden />}
      {text}
    </>
  );
  if (links)
    return (
      <nav aria-label={label} className={className} data-block={block || undefined}>
        {segments.map((segment) => (
          <a
            key={segment.value}
            ref={segment.value === value ? showInBar : null}
            href={segment.href}
            className="segment"
            aria-current={segment.value === value ? 'page' : undefined}
          >
            {inner(segment)}
          </a>
        ))}
      </nav>
    );
  return (
    <RadioGroup
      as={RadioBox}
      naming={{ 'aria-label': label }}
      value={value}
      onChange={(chosen: V) => onChange?.(chosen)}
      className={className}
      data-block={block || undefined}
      title={lock}
    >
      {segments.map((segment) => (
        <Radio
          key={segment.value}
          ref={segment.value === value ? showInBar : null}
          as="button"
          type="button"
          value={segment.value}
          disabled={segment.disabled || lock !== undefined}
          className="segment"
        >
          {inner(segment)}
        </Radio>
      ))}
    </RadioGroup>
  );
}
