import { Cloud, CloudOff, FileText, Timer, Trash2 } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { useLater } from '../../../browser/later.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { proxyChange } from '../../../lib/rules/cdn/dns/bulk.ts';
import { absolute } from '../../../lib/rules/core/dnsName.ts';
import type { BulkAction } from '../../ui/BulkBar.tsx';
import type { Bulk } from '../../ui/DataTable.tsx';
import { recordFormData, valueText } from './data.ts';
import { useBatch } from './useBatch.ts';

const loadTtl = () => import('./RecordTtl.tsx');

/** Maximum names in the confirmation; the rest is counted. */
const maxListedLosses = 8;
/** TTL of copied zone file lines with an automatic TTL; a comment marks it as automatic. */
const exportTtl = 3600;

/** The bulk actions, each with undo. `dialog` has to be rendered in the page. */
export function useBulkActions(domainId: string, zone: string): { bulk: Bulk<DnsRecord>; dialog: ReactNode } {
  const t = useT();
  const { run } = useBatch(domainId);
  const [timed, setTimed] = useState<{ records: readonly DnsRecord[]; clear: () => void } | null>(null);
  const ttl = useLater(loadTtl, timed !== null, () => setTimed(null), false);

  const bulk = useCallback<Bulk<DnsRecord>>(
    (selected, clear) => {
      const locale = currentLocale();
      const change = async (...what: Parameters<typeof run>) => {
        const done = await run(...what);
        if (done) clear();
      };
      const proxyAction = (on: boolean): BulkAction => {
        const { change: fitting, cannot } = proxyChange(selected, on);
        const reason =
          cannot.length === selected.length
            ? t('dns:bulk.noneProxy')
            : fitting.length === 0
              ? t(on ? 'dns:bulk.allOn' : 'dns:bulk.allOff')
              : undefined;
        return {
          key: on ? 'proxyOn' : 'proxyOff',
          label: t(on ? 'dns:proxy.on' : 'dns:proxy.off'),
          icon: on ? Cloud : CloudOff,
          reason,
          onClick: () =>
            void change(
              { updates: fitting.map((record) => ({ record, change: { proxy: on } })) },
              {
                title: t('dns:bulk.changed', counted(fitting.length, locale)),
                ...(cannot.length > 0 && { description: t('dns:bulk.cannot', counted(cannot.length, locale)) }),
              },
            ),
        };
      };
      return [
        proxyAction(true),
        proxyAction(false),
        { key: 'ttl', label: t('dns:bulk.ttl'), icon: Timer, onClick: () => setTimed({ records: selected, clear }) },
        { key: 'zone', label: t('dns:bulk.zone'), icon: FileText, changes: false, onClick: () => void saveZone(selected, zone) },
        {
          key: 'delete',
          label: t('dns:bulk.delete'),
          icon: Trash2,
          danger: true,
          onClick: () =>
            openDialog({
              kind: 'delete',
              title: t('dns:bulk.deleteTitle', counted(selected.length, locale)),
              description: t('dns:bulk.deleteText'),
              losses: [
                ...selected
                  .slice(0, maxListedLosses)
                  .map((one) => `${absolute(one.name, zone)} ${one.type} ${valueText(one).slice(0, 80)}`),
                ...(selected.length > maxListedLosses ? [t('dns:bulk.more', counted(selected.length - maxListedLosses, locale))] : []),
              ],
              action: t('dns:bulk.deleteAction', counted(selected.length, locale)),
              cancel: t('dns:bulk.keep'),
              run: () =>
                change({ deletes: selected }, { title: t('dns:bulk.deleted', counted(selected.length, locale)), description: zone }),
            }),
        },
      ];
    },
    [run, t, zone],
  );

  const dialog = timed && ttl && (
    <ttl.default
      records={timed.records}
      onClose={() => setTimed(null)}
      onSet={async (seconds) => {
        const done = await run(
          { updates: timed.records.map((record) => ({ record, change: { ttl: seconds } })) },
          { title: t('dns:bulk.changed', counted(timed.records.length, currentLocale())), description: zone },
        );
        if (done) timed.clear();
      }}
    />
  );
  return { bulk, dialog };
}

async function saveZone(records: readonly DnsRecord[], zone: string): Promise<void> {
  const { printRecords } = await import('../../../lib/rules/cdn/zone/print.ts');
  const lines = records.map((record) => ({ ...recordFormData(record), ttl: record.ttl }));
  saveFile(`${zone}.txt`, printRecords(lines, { zone, defaultTtl: exportTtl }), 'text/plain');
}
