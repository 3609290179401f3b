import { Radio, RadioGroup } from '@headlessui/react';
import type { CSSProperties, ReactNode } from 'react';
import { useField } from './Field.tsx';
import { RadioBox } from './RadioBox.tsx';
import { type Changes, useLock } from './useLock.ts';

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
  /** Required if it is not in a `Field group`. */
  label?: string | undefined;
  /** Minimum width of a card in px. */
  min?: number | undefined;
  name?: string | undefined;
  /** It is saved at once, so a role that may only read can't use it. In a form, the button that saves is locked. */
  changes?: Changes | undefined;
}

export function RadioCards<V extends string>({ value, onChange, cards: allCards, label, min, name, changes = false }: RadioCardsProps<V>) {
  const lock = useLock(changes);
  const cards = lock
    ? allCards.map((card) => ({ ...card, disabled: true, reason: card.value === value ? card.description : lock }))
    : allCards;
  const { labeled } = useField();
  return (
    <RadioGroup
      as={RadioBox}
      naming={label ? { 'aria-label': label } : labeled}
      value={value}
      onChange={(chosen: V | null) => chosen !== null && onChange(chosen)}
      {...(name && { name })}
      className="radio-cards"
      style={{ '--min': min && `${min}px` } as CSSProperties}
    >
      {cards.map((card) => (
        <Radio key={card.value} as="div" value={card.value} disabled={card.disabled ?? false} className="radio-card">
          <span className="radio" aria-hidden />
          <span className="min-w-0 flex-1">
            <span className="radio-card-head">
              <span>{card.label}</span>
              {card.end && <span>{card.end}</span>}
            </span>
            {(card.description || card.reason) && <small>{(card.disabled && card.reason) || card.description}</small>}
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
