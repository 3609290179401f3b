import { ChevronRight, Cloud, CloudOff, Copy, Pencil, Timer, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { absolute } from '../../../lib/rules/core/dnsName.ts';
import { canProxy } from '../../../lib/rules/core/dnsTypes.ts';
import { BottomSheet } from '../../ui/BottomSheet.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { MenuList } from '../../ui/overlay/MenuList.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TypeTag } from '../../ui/TypeTag.tsx';
import { copyContent } from './copyContent.ts';
import type { RowActions } from './dnsColumns.tsx';
import { ProxyEffect } from './ProxyEffect.tsx';
import { ttlText } from './ttlText.ts';

interface RecordSheetProps {
  record: DnsRecord | null;
  zone: string;
  actions: RowActions;
  onClose: () => void;
}

/** All details and actions of a record on a phone (picture 06). */
export function RecordSheet({ record, zone, actions, onClose }: RecordSheetProps) {
  const t = useT();
  return (
    <BottomSheet
      open={record !== null}
      onClose={onClose}
      closeLabel={t('common:close')}
      title={
        record && (
          <span className="flex min-w-0 items-center gap-2">
            <DomainText className="min-w-0 [overflow-wrap:anywhere]">{absolute(record.name, zone)}</DomainText>
            <TypeTag type={record.type} />
          </span>
        )
      }
      description={
        record && (
          <span className="[overflow-wrap:anywhere]">
            {rich(
              t,
              'dns:sheet.about',
              { content: <DomainText mono>{short(record.content)}</DomainText> },
              { date: formatDate(record.updatedAt, currentLocale()) },
            )}
          </span>
        )
      }
    >
      {record && <Actions record={record} actions={actions} onClose={onClose} />}
    </BottomSheet>
  );
}

function Actions({ record, actions, onClose }: { record: DnsRecord; actions: RowActions; onClose: () => void }) {
  const t = useT();
  const ProxyIcon = record.proxy ? Cloud : CloudOff;
  const edit = () => actions.edit(record);
  return (
    <>
      {canProxy(record.type) && (
        <div className="mb-3 flex items-center gap-3 rounded-lg bg-hover p-4">
          <ProxyIcon aria-hidden className="size-5 flex-none text-brand-text" />
          <div className="min-w-0 flex-1">
            <b className="block">{record.proxy ? t('dns:proxy.on') : t('dns:proxy.off')}</b>
            <span className="text-help">{record.proxy ? <ProxyEffect /> : t('dns:proxy.offHelp')}</span>
          </div>
          <Switch aria-label={t('dns:field.proxy')} checked={record.proxy} onChange={(on) => void actions.setProxy(record, on)} />
        </div>
      )}
      {(record.comment !== undefined || record.tags !== undefined) && (
        <dl className="mb-3 grid gap-2 text-help">
          {record.comment !== undefined && (
            <div>
              <dt className="text-text-3">{t('dns:field.comment')}</dt>
              <dd dir="auto" className="[overflow-wrap:anywhere]">
                {record.comment}
              </dd>
            </div>
          )}
          {record.tags !== undefined && (
            <div>
              <dt className="text-text-3">{t('dns:field.tags')}</dt>
              <dd className="flex flex-wrap gap-1.5">
                {record.tags.map((tag) => (
                  <Chip key={tag} size="sm">
                    <bdi>{tag}</bdi>
                  </Chip>
                ))}
              </dd>
            </div>
          )}
        </dl>
      )}
      <MenuList
        label={t('common:list.actions')}
        onDone={onClose}
        items={[
          { key: 'edit', label: t('dns:menu.edit'), icon: Pencil, end: <Onward />, onSelect: edit },
          { key: 'ttl', label: t('dns:field.ttl'), icon: Timer, end: <Onward>{ttlText(record.ttl)}</Onward>, onSelect: edit },
          {
            key: 'copy',
            label: t('dns:copyContent'),
            icon: Copy,
            end: (
              <DomainText mono className="block max-w-[42vw] truncate">
                {short(record.content)}
              </DomainText>
            ),
            onSelect: () => void copyContent(record.content),
          },
          { key: 'delete', label: t('dns:menu.delete'), icon: Trash2, danger: true, onSelect: () => void actions.deleteRecord(record) },
        ]}
      />
    </>
  );
}

/** At the end of rows that navigate. */
const Onward = ({ children }: { children?: ReactNode }) => (
  <span className="flex items-center gap-3">
    {children}
    <ChevronRight aria-hidden className="mirror size-4" />
  </span>
);

const short = (content: string) => (content.length > 120 ? `${content.slice(0, 119)}…` : content);
