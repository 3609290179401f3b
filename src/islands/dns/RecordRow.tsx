import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { DnsRecord } from '../../lib/contract/dns.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { canProxy } from '../../lib/rules/dns/types.ts';
import { notify } from '../../lib/stores/snackbars.ts';
import { copy } from '../ui/CopyButton.tsx';
import { DomainText } from '../ui/DomainText.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Switch } from '../ui/Switch.tsx';
import { Cell, Row } from '../ui/Table.tsx';
import { TypeTag } from '../ui/TypeTag.tsx';
import type { VirtualRow } from '../ui/VirtualRows.tsx';
import { useTtlText } from './useTtlText.ts';
import type { Prepared } from './view.ts';

export interface RowActions {
  setProxy: (record: DnsRecord, proxy: boolean) => Promise<void>;
  deleteRecord: (record: DnsRecord) => Promise<void>;
  edit: (record: DnsRecord) => void;
  /** Phones: opens the sheet of the row. */
  open: (record: DnsRecord) => void;
}

interface RecordRowProps {
  prepared: Prepared;
  zone: string;
  actions: RowActions;
  phone: boolean;
  row?: Omit<VirtualRow, 'key'> | undefined;
}

export const RecordRow = memo(function RecordRow({ prepared: { record, full }, zone, actions, phone, row }: RecordRowProps) {
  const t = useT();
  const ttlText = useTtlText();
  const { type, name, content, ttl, proxy } = record;
  const proxyName = t('dns:proxy.of', { name: full });
  return (
    <Row
      {...row}
      {...(phone && {
        // A convenience for fingers: the name is a button that does the same.
        onClick: (event) => {
          const target = event.target as HTMLElement;
          if (event.currentTarget.contains(target) && !target.closest('button, a')) actions.open(record);
        },
      })}
    >
      <Cell m="lead">
        <TypeTag type={type} />
      </Cell>
      <Cell m="title" clip>
        {phone ? (
          <button type="button" className="block max-w-full truncate text-start" onClick={() => actions.open(record)}>
            <bdi dir="ltr" className="block truncate rtl:text-end">
              {name !== '@' && <span className="text-text">{name}</span>}
              <span className={name === '@' ? 'text-text' : 'font-normal text-text-3'}>{name === '@' ? zone : `.${zone}`}</span>
            </bdi>
          </button>
        ) : (
          <bdi dir="ltr" title={full}>
            {name === '@' ? (
              <>
                <span className="text-text-3">@</span> <span className="font-medium">{zone}</span>
              </>
            ) : (
              <span className="font-medium">{name}</span>
            )}
          </bdi>
        )}
      </Cell>
      <Cell m="sub">
        <span className="flex min-w-0 items-center gap-2">
          <Numbers record={record} />
          <bdi dir="ltr" className="mono block min-w-0 truncate" title={content}>
            {content.length > 300 ? `${content.slice(0, 300)}…` : content}
          </bdi>
          {!phone && (
            <IconButton
              icon={Copy}
              size="xs"
              tip={false}
              className="on-hover flex-none"
              label={t('dns:copyContent')}
              onClick={() => void copyContent(content, t)}
            />
          )}
        </span>
      </Cell>
      <Cell>{ttlText(ttl)}</Cell>
      <Cell m="end">
        {canProxy(type) ? (
          <span className="flex items-center gap-2.5">
            <Switch aria-label={proxyName} checked={proxy} onChange={(on) => void actions.setProxy(record, on)} />
            <span className={proxy ? 'max-lg:hidden' : 'text-text-3 max-lg:hidden'}>{proxy ? t('dns:proxy.on') : t('dns:proxy.off')}</span>
          </span>
        ) : (
          <span className="text-text-3 max-sm:hidden" role="img" aria-label={t('dns:proxy.none')}>
            —
          </span>
        )}
      </Cell>
      <Cell>
        <span className="row-actions">
          <IconButton
            icon={Pencil}
            label={t('dns:edit.of', { name: full, type })}
            tip={false}
            className="on-hover max-lg:hidden"
            onClick={() => actions.edit(record)}
          />
          <Menu
            label={t('dns:menu.label', { name: full, type })}
            closeLabel={t('common:close')}
            sheetTitle={<DomainText>{full}</DomainText>}
            items={[
              { key: 'edit', label: t('dns:menu.edit'), icon: Pencil, onSelect: () => actions.edit(record) },
              { key: 'copy', label: t('dns:copyContent'), icon: Copy, onSelect: () => void copyContent(content, t) },
              {
                key: 'delete',
                label: t('dns:menu.delete'),
                icon: Trash2,
                danger: true,
                group: true,
                onSelect: () => void actions.deleteRecord(record),
              },
            ]}
            trigger={(trigger) => <IconButton icon={Ellipsis} label={t('dns:menu.label', { name: full, type })} tip={false} {...trigger} />}
          />
        </span>
      </Cell>
    </Row>
  );
});

/** The numbers that stand beside the content, by their names. */
export function Numbers({
  record: { priority, weight, port, type },
}: {
  record: Pick<DnsRecord, 'priority' | 'weight' | 'port' | 'type'>;
}) {
  const t = useT();
  const named = [
    priority !== undefined && `${t('dns:number.priority')} ${priority}`,
    weight !== undefined && `${t('dns:number.weight')} ${weight}`,
    type === 'SRV' && port !== undefined && `${t('dns:number.port')} ${port}`,
  ].filter(Boolean);
  return named.length > 0 && <span className="flex-none text-text-3">{named.join(' · ')}</span>;
}

export async function copyContent(content: string, t: ReturnType<typeof useT>): Promise<void> {
  const done = await copy(content);
  notify(
    done ? { type: 'success', title: t('common:copied') } : { type: 'error', title: t('error:title'), description: t('common:copyFailed') },
  );
}
