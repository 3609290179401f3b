import { Ellipsis, GripVertical } from 'lucide-react';
import type { ComponentPropsWithRef, CSSProperties, ReactNode, Ref } from 'react';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../Badge.tsx';
import { IconButton } from '../IconButton.tsx';
import { Menu } from '../Menu.tsx';
import type { MenuItem } from '../menuItem.ts';
import { StatusText } from '../StatusBadge.tsx';
import { Switch } from '../Switch.tsx';
import type { Ordered } from './OrderedList.tsx';

/** Makes a row draggable. */
export interface Sort {
  ref: Ref<HTMLLIElement>;
  style: CSSProperties;
  isDragged: boolean;
  grip: ComponentPropsWithRef<'button'>;
}

export interface OrderedRowProps {
  row: Ordered;
  /** From 0. */
  place: number;
  /** It has a grip. */
  movable: boolean;
  body: ReactNode;
  menu: readonly MenuItem[];
  busy: boolean;
  onSwitch?: (on: boolean) => void;
  sort?: Sort | undefined;
}

export function OrderedRow({ row, place, movable, body, menu, busy, onSwitch, sort }: OrderedRowProps) {
  const t = useT();
  const { title } = row;
  return (
    <li ref={sort?.ref} style={sort?.style} className="ordered-row" data-rule={row.id} data-dragged={sort?.isDragged || undefined}>
      {movable ? (
        <button type="button" className="ordered-grip" {...sort?.grip} aria-label={t('rules:grip', { title })}>
          <GripVertical aria-hidden />
        </button>
      ) : (
        <span />
      )}
      <span className="ordered-place num">{formatNumber(place + 1, currentLocale())}</span>
      <div className="ordered-body">{body}</div>
      {row.state && onSwitch && (
        <>
          <span className="ordered-state">
            {row.draft && <Badge tone="warning">{t('rules:draft')}</Badge>}
            {row.status ?? <StatusText kind={row.state === 'on' ? 'ok' : 'off'}>{t(`rules:state.${row.state}`)}</StatusText>}
          </span>
          <Switch aria-label={t('rules:switch', { title })} checked={row.state === 'on'} busy={busy} onChange={onSwitch} />
        </>
      )}
      <Menu
        label={t('rules:actions', { title })}
        closeLabel={t('common:close')}
        sheetTitle={title}
        items={menu}
        trigger={(trigger) => <IconButton icon={Ellipsis} label={t('rules:actions', { title })} size="sm" {...trigger} />}
      />
    </li>
  );
}
