import { type CSSProperties, type ReactNode, useId } from 'react';
import { useField } from './Field.tsx';

export interface RadioCard<V extends string> {
  value: V;
  label: ReactNode;
  /** At the end of the first line: a price. */
  end?: ReactNode;
  description?: ReactNode;
  disabled?: boolean | undefined;
  /** Replaces the description while disabled. */
  reason?: ReactNode;
}
export interface RadioCardsProps<V extends string> {
  value: V | null;
  onChange: (value: V) => void;
  cards: readonly RadioCard<V>[];
  /** Needed when no `Field group` is around it. */
  label?: string | undefined;
  /** Least width of a card in px. */
  min?: number | undefined;
  name?: string | undefined;
}

export function RadioCards<V extends string>({ value, onChange, cards, label, min, name }: RadioCardsProps<V>) {
  const own = useId();
  const { labelled } = useField();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      {...(!label && labelled)}
      className="radio-cards"
      style={{ '--min': min && `${min}px` } as CSSProperties}
    >
      {cards.map((card) => (
        <label key={card.value} className="radio-card">
          <input
            type="radio"
            className="radio"
            name={name ?? own}
            value={card.value}
            checked={card.value === value}
            disabled={card.disabled}
            onChange={() => onChange(card.value)}
          />
          <span className="min-w-0 flex-1">
            <span className="radio-card-head">
              <span>{card.label}</span>
              {card.end && <span>{card.end}</span>}
            </span>
            {(card.description || card.reason) && <small>{(card.disabled && card.reason) || card.description}</small>}
          </span>
        </label>
      ))}
    </div>
  );
}
