import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../ui/Table.tsx';
import { useCompact } from '../ui/useCompact.ts';
import { type VirtualRow, VirtualRows } from '../ui/VirtualRows.tsx';
import { RecordRow, type RowActions } from './RecordRow.tsx';
import { type Prepared, type RecordView, type SortKey, sortKeyOf } from './view.ts';

/** More rows than this and only those near the view are on the page. */
const VIRTUAL_FROM = 200;
const COLUMNS = 6;
const widths = ['96px', '22%', undefined, '96px', '172px', '96px'] as const;
/** The content gets what the words beside the switch and the second button leave. */
const narrow = ['88px', '26%', undefined, '88px', '80px', '64px'] as const;

interface RecordTableProps {
  rows: readonly Prepared[];
  zone: string;
  view: RecordView;
  onSort: (change: Partial<RecordView>) => void;
  actions: RowActions;
  phone: boolean;
  /** The record that is edited in its place, and the form for it. */
  editing: { id: string; form: ReactNode } | null;
}

export function RecordTable({ rows, zone, view, onSort, actions, phone, editing }: RecordTableProps) {
  const t = useT();
  const compact = useCompact();
  const by = sortKeyOf(view);
  const isDown = view.dir === 'desc';
  const head = (key: SortKey) => (
    <HeadCell
      sort={by === key ? (isDown ? 'descending' : 'ascending') : null}
      onSort={() => onSort({ sort: key, dir: by === key && !isDown ? 'desc' : 'asc' })}
    >
      {t(`dns:column.${key}`)}
    </HeadCell>
  );
  const draw = (prepared: Prepared, row?: Omit<VirtualRow, 'key'>) =>
    editing?.id === prepared.record.id ? (
      <Row key={prepared.record.id} {...row} plain>
        <Cell colSpan={COLUMNS} className="bg-surface-2 p-[18px]!">
          {editing.form}
        </Cell>
      </Row>
    ) : (
      <RecordRow key={prepared.record.id} prepared={prepared} zone={zone} actions={actions} phone={phone} row={row} />
    );
  return (
    <Table label={t('dns:title')} rows widths={compact ? narrow : widths} total={rows.length + 1}>
      <Head>
        {head('type')}
        {head('name')}
        {head('content')}
        {head('ttl')}
        <HeadCell>{t('dns:column.proxy')}</HeadCell>
        <HeadCell>
          <span className="sr-only">{t('dns:column.actions')}</span>
        </HeadCell>
      </Head>
      {rows.length > VIRTUAL_FROM ? (
        <VirtualRows items={rows} keyOf={({ record }) => record.id} columns={COLUMNS} height={phone ? 66 : 46}>
          {(prepared, { key: _key, ...row }) => draw(prepared, row)}
        </VirtualRows>
      ) : (
        <tbody>{rows.map((prepared) => draw(prepared))}</tbody>
      )}
    </Table>
  );
}
