import { ComboboxOption } from '@headlessui/react';
import { ArrowUpRight, CornerDownLeft } from 'lucide-react';
import { Kbd } from '../../ui/Kbd.tsx';
import { Match } from '../../ui/OptionText.tsx';
import type { Item } from './items.ts';

/** One line of the palette. */
export function PaletteRow({ item, query }: { item: Item; query: string }) {
  const { icon: Icon, label, detail, ltr, keys, reason, outside } = item;
  const text = <Match text={label} query={query} />;
  return (
    <ComboboxOption value={item} disabled={reason !== undefined} className="menu-item palette-item">
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
          <span dir="ltr" className="flex gap-1">
            {keys.split(' ').map((key) => (
              <Kbd key={key}>{key.toUpperCase()}</Kbd>
            ))}
          </span>
        ) : (
          <CornerDownLeft className="mirror palette-enter" />
        )}
      </span>
    </ComboboxOption>
  );
}
