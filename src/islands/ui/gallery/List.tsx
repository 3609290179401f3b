import { CloudOff, Globe, Plus, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { BulkBar } from '../BulkBar.tsx';
import { Button } from '../Button.tsx';
import { Chip } from '../Chip.tsx';
import { FilterBar } from '../FilterBar.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { SearchInput } from '../SearchInput.tsx';
import { Sparkline } from '../Sparkline.tsx';
import { StatStrip } from '../StatStrip.tsx';
import { Records } from './Records.tsx';
import type { Texts } from './texts.ts';

export function List({ t }: { t: Texts }) {
  const [query, setQuery] = useState('');
  const [picked, setPicked] = useState<readonly number[]>([1, 3]);
  const spark = <Sparkline values={[3, 5, 4, 6, 5, 8, 7, 9, 8, 11, 9, 12]} />;
  const toggle = (index: number) => setPicked(picked.includes(index) ? picked.filter((one) => one !== index) : [...picked, index]);
  return (
    <div className="mb-12">
      <PageHeader
        title={t.dns}
        description={t.dnsText}
        breadcrumb={[
          { label: t.dash, href: '#dash' },
          { label: <bdi dir="ltr">parvaz.example</bdi>, href: '#domain' },
        ]}
        docs={{ href: '#docs', label: t.docs }}
        actions={
          <>
            <span className="max-sm:hidden">
              <Button icon={Upload}>{t.import}</Button>
            </span>
            <Button kind="primary" icon={Plus}>
              {t.add}
            </Button>
          </>
        }
      />
      <div className="mb-5">
        <StatStrip
          stats={[
            {
              key: 'a',
              label: t.traffic,
              value: '3.42',
              unit: 'TB',
              spark,
              delta: { text: '12.4%', way: 'up', meaning: 'good' },
              comparison: t.vs,
            },
            {
              key: 'b',
              label: t.requests,
              value: '86.1',
              unit: 'M',
              spark,
              delta: { text: '8.1%', way: 'up', meaning: 'good' },
              comparison: t.vs,
            },
            {
              key: 'c',
              label: t.cache,
              value: '91.6',
              unit: '%',
              spark,
              delta: { text: '1.2%', way: 'down', meaning: 'bad' },
              comparison: t.vs,
            },
            {
              key: 'd',
              label: t.threats,
              value: '14,208',
              spark,
              delta: { text: '31%', way: 'down', meaning: 'neutral' },
              comparison: t.vs,
            },
          ]}
        />
      </div>
      <FilterBar
        chipsLabel={t.type}
        search={<SearchInput value={query} onChange={setQuery} label={t.search} clearLabel={t.clear} />}
        chips={
          <>
            <Chip pressed onClick={() => {}} count={14}>
              {t.all}
            </Chip>
            {['A', 'AAAA', 'CNAME', 'MX'].map((type) => (
              <Chip key={type} pressed={false} onClick={() => {}} count={2}>
                {type}
              </Chip>
            ))}
          </>
        }
      />
      <Records t={t} picked={picked} onToggle={toggle} />
      {picked.length > 2 && (
        <BulkBar
          count={t.selected}
          label={t.actions}
          closeLabel={t.close}
          onClose={() => setPicked([])}
          actions={[
            { key: 'a', label: t.through, icon: Globe, onClick: () => {} },
            { key: 'b', label: t.dnsOnly, icon: CloudOff, onClick: () => {} },
            { key: 'c', label: t.delete, icon: Trash2, danger: true, onClick: () => {} },
          ]}
        />
      )}
    </div>
  );
}
