import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { Card } from '../Card.tsx';
import { Checkbox } from '../Checkbox.tsx';
import { IconButton } from '../IconButton.tsx';
import { Menu } from '../Menu.tsx';
import { Pagination } from '../Pagination.tsx';
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

export function Records({ t, picked, onToggle }: { t: Texts; picked: readonly number[]; onToggle: (index: number) => void }) {
  return (
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
                <Checkbox aria-label={name} checked={picked.includes(index)} onChange={() => onToggle(index)} />
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
  );
}
