import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { folded, type Option } from './options.ts';

export interface OptionRowProps<V extends string | number> {
  id: string;
  option: Option<V>;
  active: boolean;
  selected: boolean;
  /** What the user typed; its match is bold. */
  query?: string | undefined;
  onPick: () => void;
  onPoint: () => void;
}

export function OptionRow<V extends string | number>({ id, option, active, selected, query, onPick, onPoint }: OptionRowProps<V>) {
  const { icon: Icon, code, label, description, end, reason, ltr } = option;
  const text = query ? <Match text={label} query={query} /> : label;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list's owner has the keyboard (aria-activedescendant)
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className="menu-item"
      aria-selected={selected}
      aria-disabled={reason !== undefined || undefined}
      data-active={active || undefined}
      onPointerMove={() => !active && reason === undefined && onPoint()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => reason === undefined && onPick()}
    >
      {Icon && <Icon aria-hidden />}
      {code && (
        <bdi dir="ltr" className="menu-code">
          {code}
        </bdi>
      )}
      <span className="menu-text">
        {ltr ? <bdi dir="ltr">{text}</bdi> : text}
        {description && <small>{description}</small>}
      </span>
      {(reason || end) && <span className="menu-end">{reason ?? end}</span>}
      {selected && <Check aria-hidden className="tick" />}
    </div>
  );
}

/** The text with the first place that looks like the query in bold. */
export function Match({ text, query }: { text: string; query: string }): ReactNode {
  const at = folded(text).indexOf(folded(query.trim()));
  // Folding may change lengths (rare); then nothing is marked rather than the wrong letters.
  if (at < 0 || !query.trim() || folded(text).length !== text.length) return text;
  const end = at + query.trim().length;
  return (
    <>
      {text.slice(0, at)}
      <b>{text.slice(at, end)}</b>
      {text.slice(end)}
    </>
  );
}
