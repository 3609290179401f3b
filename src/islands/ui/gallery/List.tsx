import { CloudOff, Ellipsis, Globe, Pencil, Plus, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { BulkBar } from '../BulkBar.tsx';
import { Button } from '../Button.tsx';
import { Card } from '../Card.tsx';
import { Checkbox } from '../Checkbox.tsx';
import { Chip } from '../Chip.tsx';
import { FilterBar } from '../FilterBar.tsx';
import { IconButton } from '../IconButton.tsx';
import { Menu } from '../Menu.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { Pagination } from '../Pagination.tsx';
import { SearchInput } from '../SearchInput.tsx';
import { Sparkline } from '../Sparkline.tsx';
import { StatStrip } from '../StatStrip.tsx';
import { Switch } from '../Switch.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../Table.tsx';
import { TypeTag } from '../TypeTag.tsx';
import type { Texts } from './texts.ts';

const records = [
  ['A', '@', '203.0.113.24', 'Auto'],
  ['A', 'api', '203.0.113.25', 'Auto'],
  ['AAAA', '@', '2001:db8:2c::18', '1 h'],
  ['CNAME', 'assets', 'parvaz-assets.storage.example', '1 h'],
  ['TXT', '_dmarc', 'v=DMARC1; p=quarantine; rua=mailto:dmarc@parvaz.example', '30 min'],
] as const;

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
      <Card flush>
        <Table label={t.dns} rows>
          <Head>
            <HeadCell className="w-12">
              <Checkbox aria-label={t.all} mixed />
            </HeadCell>
            <HeadCell sort="ascending" onSort={() => {}}>
              {t.type}
            </HeadCell>
            <HeadCell sort={null} onSort={() => {}}>
              {t.name}
            </HeadCell>
            <HeadCell>{t.content}</HeadCell>
            <HeadCell num>{t.ttl}</HeadCell>
            <HeadCell>{t.through}</HeadCell>
            <HeadCell hideText>{t.actions}</HeadCell>
          </Head>
          <tbody>
            {records.map(([type, name, content, ttl], index) => (
              <Row key={`${type}${name}`} selected={picked.includes(index)}>
                <Cell>
                  <Checkbox aria-label={name} checked={picked.includes(index)} onChange={() => toggle(index)} />
                </Cell>
                <Cell m="lead">
                  <TypeTag type={type} />
                </Cell>
                <Cell m="title">
                  <bdi dir="ltr">{name}</bdi>
                </Cell>
                <Cell m="sub">
                  <bdi dir="ltr" className="mono">
                    {content}
                  </bdi>
                </Cell>
                <Cell num>
                  <bdi dir="ltr">{ttl}</bdi>
                </Cell>
                <Cell m="end">
                  <Switch aria-label={t.through} checked={index < 3} onChange={() => {}} />
                </Cell>
                <Cell m="more">
                  <span className="row-actions">
                    <IconButton icon={Pencil} label={t.edit} className="on-hover" />
                    <Menu
                      label={t.actions}
                      closeLabel={t.close}
                      sheetTitle={<bdi dir="ltr">{name}.parvaz.example</bdi>}
                      items={[
                        { key: 'e', label: t.edit, icon: Pencil, kbd: 'E' },
                        { key: 'd', label: t.deleteMore, icon: Trash2, danger: true, group: true },
                      ]}
                      trigger={(trigger) => <IconButton icon={Ellipsis} label={t.actions} {...trigger} />}
                    />
                  </span>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
        <Pagination
          range={t.rangeText}
          position={<bdi dir="ltr">1 / 2</bdi>}
          label={t.dns}
          previousLabel={t.prev}
          nextLabel={t.next}
          onPrevious={null}
          onNext={() => {}}
          size={{ label: t.rows, value: 10, options: [10, 50], text: String, onChange: () => {} }}
        />
      </Card>
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
