import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { folded, type Option } from './options.ts';

interface OptionTextProps {
  option: Option<string | number>;
  isSelected: boolean;
  /** What the user typed; its match is bold. */
  query?: string | undefined;
}

/** What an option of Select and Combobox shows. */
export function OptionText({ option, isSelected, query }: OptionTextProps) {
  const { icon: Icon, code, label, description, end, reason, ltr } = option;
  const text = query ? <Match text={label} query={query} /> : label;
  return (
    <>
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
      {isSelected && <Check aria-hidden className="tick" />}
    </>
  );
}

/** The text with the first match of the query in bold. */
export function Match({ text, query }: { text: string; query: string }): ReactNode {
  const at = folded(text).indexOf(folded(query.trim()));
  // Folding can change lengths (rare); then nothing is highlighted instead of the wrong letters.
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
