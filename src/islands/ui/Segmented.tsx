import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';
import type { Icon } from './icon.ts';

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
}

/** Two to eight short views. As links (`href`) it is navigation, else a radio group with arrow keys. */
export function Segmented<V extends string>({ value, onChange, segments, label, size, block }: SegmentedProps<V>) {
  const root = useRef<HTMLDivElement>(null);
  const links = segments.some((segment) => segment.href !== undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    const rtl = root.current !== null && getComputedStyle(root.current).direction === 'rtl';
    const by = { ArrowRight: rtl ? -1 : 1, ArrowLeft: rtl ? 1 : -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || links) return;
    event.preventDefault();
    const usable = segments.filter((segment) => !segment.disabled);
    const next = usable[(usable.findIndex((segment) => segment.value === value) + by + usable.length) % usable.length];
    if (!next) return;
    onChange?.(next.value);
    root.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus();
  };
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
          <a key={segment.value} href={segment.href} className="segment" aria-current={segment.value === value ? 'page' : undefined}>
            {inner(segment)}
          </a>
        ))}
      </nav>
    );
  return (
    <div ref={root} role="radiogroup" aria-label={label} className={className} data-block={block || undefined} onKeyDown={onKeyDown}>
      {segments.map((segment) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio input cannot hold this look in forced colours
        <button
          key={segment.value}
          type="button"
          role="radio"
          className="segment"
          data-value={segment.value}
          aria-checked={segment.value === value}
          tabIndex={segment.value === value ? 0 : -1}
          disabled={segment.disabled}
          onClick={() => onChange?.(segment.value)}
        >
          {inner(segment)}
        </button>
      ))}
    </div>
  );
}
