/*
 * The reference for a long list: the same records in a minimal page with TanStack Virtual and React, with only
 * a search field and four text cells. The bench builds and serves it; it isn't part of the product.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { DnsRecord } from '../../../src/lib/contract/cdn/dns.ts';

function List({ records }: { records: readonly DnsRecord[] }) {
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed).toLowerCase();
  const texts = useMemo(() => records.map(({ name, content }) => `${name}\n${content}`.toLowerCase()), [records]);
  const rows = useMemo(() => records.filter((_, index) => texts[index]?.includes(query)), [records, texts, query]);
  const virtual = useWindowVirtualizer({ count: rows.length, estimateSize: () => 46, overscan: 6, scrollMargin: 40 });
  const items = virtual.getVirtualItems();
  const space = (height: number) => (
    <tr aria-hidden>
      <td colSpan={4} style={{ blockSize: height, padding: 0, border: 0 }} />
    </tr>
  );
  return (
    <>
      <input type="search" aria-label="Search" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <table>
        <tbody>
          {space((items[0]?.start ?? 40) - 40)}
          {items.map(({ index }) => {
            const record = rows[index];
            return (
              record && (
                <tr key={record.id} data-key={record.id}>
                  <td>{record.type}</td>
                  <td>{record.name}</td>
                  <td>{record.content}</td>
                  <td>{record.ttl}</td>
                </tr>
              )
            );
          })}
          {space(virtual.getTotalSize() - ((items.at(-1)?.end ?? 40) - 40))}
        </tbody>
      </table>
    </>
  );
}

const { records } = JSON.parse(await (await fetch('/records.json')).text()) as { records: DnsRecord[] }; // what `dns.list` answered
createRoot(document.getElementById('root') as HTMLElement).render(<List records={records} />); // it is in index.html
