import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/Select.tsx';

export interface Linked {
  id: string;
  name: string;
  /** Beside the name: an IP address, a number of rules. */
  note?: ReactNode;
}

interface LinkListProps<Item extends Linked> {
  items: readonly Item[];
  hrefOf: (item: Item) => string;
  none: ReactNode;
  busy: boolean;
  detach: (name: string) => string;
  onDetach: (item: Item) => void;
}

/** What is connected to a resource, each with a button to disconnect it. */
export function LinkList<Item extends Linked>({ items, hrefOf, none, busy, detach, onDetach }: LinkListProps<Item>) {
  if (items.length === 0) return <p className="text-text-3 text-ui">{none}</p>;
  return (
    <ul className="grid gap-1">
      {items.map((item) => (
        <li key={item.id} className="flex items-center gap-3 text-ui">
          <a className="link min-w-0 flex-1 truncate" href={hrefOf(item)}>
            <bdi>{item.name}</bdi>
          </a>
          {item.note}
          <IconButton changes icon={X} size="sm" label={detach(item.name)} disabled={busy} onClick={() => onDetach(item)} />
        </li>
      ))}
    </ul>
  );
}

interface LinkPickerProps {
  candidates: readonly { id: string; name: string }[];
  label: string;
  placeholder: string;
  none: ReactNode;
  busy: boolean;
  /** Names are in any script; those of servers in Latin. */
  ltr?: boolean;
  onAttach: (id: string) => void;
}

/** Connects one more. */
export function LinkPicker({ candidates, label, placeholder, none, busy, ltr = false, onAttach }: LinkPickerProps) {
  const t = useT();
  if (candidates.length === 0) return <p className="text-help text-text-3">{none}</p>;
  return (
    <Select
      changes
      value={null}
      onChange={onAttach}
      label={label}
      closeLabel={t('common:close')}
      placeholder={placeholder}
      disabled={busy}
      options={candidates.map(({ id, name }) => ({ value: id, label: name, ...(ltr && { ltr }) }))}
    />
  );
}
