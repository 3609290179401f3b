import { ArrowUpRight, CornerDownLeft } from 'lucide-react';
import { Kbd } from '../../ui/Kbd.tsx';
import { Match } from '../../ui/OptionRow.tsx';
import type { Item } from './items.ts';

interface RowProps {
  id: string;
  item: Item;
  active: boolean;
  query: string;
  onPick: () => void;
  onPoint: () => void;
}

/** One line of the palette. Its keyboard is the field's. */
export function PaletteRow({ id, item, active, query, onPick, onPoint }: RowProps) {
  const { icon: Icon, label, detail, ltr, keys, reason, outside } = item;
  const text = <Match text={label} query={query} />;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard (aria-activedescendant)
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className="menu-item palette-item"
      aria-selected={active}
      aria-disabled={reason !== undefined || undefined}
      data-active={active || undefined}
      onPointerMove={() => !active && onPoint()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <span className="palette-tile">
        <Icon aria-hidden />
      </span>
      <span className="menu-text">{ltr === 'label' ? <bdi dir="ltr">{text}</bdi> : text}</span>
      {(reason ?? detail) && (
        <span className="palette-detail">{ltr === 'detail' && !reason ? <bdi dir="ltr">{detail}</bdi> : (reason ?? detail)}</span>
      )}
      <span className="palette-end" aria-hidden>
        {outside ? (
          <ArrowUpRight className="mirror" />
        ) : keys ? (
          keys.split(' ').map((key) => <Kbd key={key}>{key.toUpperCase()}</Kbd>)
        ) : (
          active && !reason && <CornerDownLeft className="mirror" />
        )}
      </span>
    </div>
  );
}
