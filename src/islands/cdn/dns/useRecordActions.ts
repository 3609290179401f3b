import { useCallback, useMemo } from 'react';
import { callQueryKey, queryClient, useWrite } from '../../../browser/api/query.ts';
import { dismiss, notify } from '../../../browser/stores/snackbars.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { type DnsRecord, dns } from '../../../lib/contract/cdn/dns.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { absolute } from '../../../lib/rules/core/dnsName.ts';
import { recordFormData } from './data.ts';

type List = Output<typeof dns.list>;

/** Applies a change to the list immediately; the list is refetched afterward. */
export function changeList(domainId: string, change: (records: DnsRecord[]) => DnsRecord[]): void {
  queryClient.setQueryData<List>(callQueryKey(dns.list, { domainId }), (list) => {
    if (!list) return list;
    const records = change(list.records);
    return { ...list, records, total: records.length };
  });
}

export const replaceIn = (record: DnsRecord) => (records: DnsRecord[]) => records.map((one) => (one.id === record.id ? record : one));

/** The immediate actions of a row, each with undo: the proxy switch, and deleting. */
export function useRecordActions(domain: Domain | null | undefined) {
  const t = useT();
  const { mutateAsync: update } = useWrite(dns.update, { success: 'none' });
  const { mutateAsync: remove } = useWrite(dns.delete, { success: 'none' });
  const { mutateAsync: create } = useWrite(dns.create, { success: 'none' });
  const domainId = domain?.id ?? '';
  const zone = domain?.name ?? '';

  const setProxy = useCallback(
    async (record: DnsRecord, proxy: boolean): Promise<void> => {
      changeList(domainId, replaceIn({ ...record, proxy }));
      let saved: DnsRecord;
      try {
        saved = (await update({ domainId, recordId: record.id, proxy, version: record.version })).record;
      } catch {
        // The snackbar reports the reason; the switch reverts.
        changeList(domainId, replaceIn(record));
        return;
      }
      changeList(domainId, replaceIn(saved));
      const note = notify({
        type: 'success',
        title: proxy ? t('dns:proxy.turnedOn') : t('dns:proxy.turnedOff'),
        description: absolute(saved.name, zone),
        action: {
          label: t('common:undo'),
          run() {
            dismiss(note);
            void setProxy(saved, !proxy);
          },
        },
      });
    },
    [domainId, zone, update, t],
  );

  const deleteRecord = useCallback(
    async (record: DnsRecord): Promise<void> => {
      const answer = await remove({ domainId, recordId: record.id }).catch(() => null);
      if (!answer) return;
      changeList(domainId, (records) => records.filter(({ id }) => id !== record.id));
      const note = notify({
        type: 'success',
        title: t('dns:deleted'),
        description: `${answer.record.type} ${absolute(answer.record.name, zone)}`,
        action: {
          label: t('common:undo'),
          async run() {
            dismiss(note);
            const back = await create({ domainId, ...recordFormData(answer.record), ttl: answer.record.ttl }).catch(() => null);
            if (back) changeList(domainId, (records) => [...records, back.record]);
          },
        },
      });
    },
    [domainId, zone, remove, create, t],
  );

  return useMemo(() => ({ setProxy, deleteRecord }), [setProxy, deleteRecord]);
}
