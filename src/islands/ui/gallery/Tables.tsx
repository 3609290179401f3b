import { CloudOff, Pencil, Route, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../Button.tsx';
import type { DataState } from '../DataState.tsx';
import { DataTable, type DataTableProps } from '../DataTable.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { Segmented } from '../Segmented.tsx';
import { Switch } from '../Switch.tsx';
import { TypeTag } from '../TypeTag.tsx';
import type { Texts } from './texts.ts';

interface Sample {
  id: string;
  type: string;
  name: string;
  content: string;
  on: boolean;
}
const types = ['A', 'AAAA', 'CNAME', 'TXT'];
const sample = (count: number): Sample[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    type: types[index % types.length] ?? 'A',
    name: `host-${index}`,
    content: `2001:db8::${index.toString(16)}`,
    on: index % 3 > 0,
  }));
const lists = { few: sample(7), many: sample(10_000) };
const states = ['few', 'many', 'loading', 'error', 'empty'] as const;
const order = ['type', 'name'];
const wholeView = { q: '', sort: '', dir: 'asc', type: '', on: '' };
const selectKey = ({ id }: Sample) => id;
const selectName = ({ name }: Sample) => name;

/** The DataTable in all its states; "10,000" is the long list. */
export function Tables({ t, number }: { t: Texts; number: (n: number) => string }) {
  const [state, setState] = useState<(typeof states)[number]>('few');
  const [form, setForm] = useState(false);
  const data: DataState<readonly Sample[]> =
    state === 'error'
      ? { state, error: t.loadText, retry: () => setState('few') }
      : state === 'loading' || state === 'empty'
        ? { state }
        : { state: 'data', data: lists[state] };
  const parts = useMemo((): Pick<DataTableProps<Sample>, 'columns' | 'filters' | 'menu'> => {
    const onText = (on: boolean) => (on ? t.through : t.dnsOnly);
    return {
      columns: [
        {
          key: 'type',
          title: t.type,
          cell: ({ type }) => <TypeTag type={type} />,
          width: '110px',
          place: 'lead',
          sort: ({ type }) => type,
          csv: ({ type }) => type,
        },
        {
          key: 'name',
          title: t.name,
          cell: ({ name }) => <bdi dir="ltr">{name}</bdi>,
          width: '30%',
          place: 'title',
          sort: ({ name }) => name,
          search: ({ name }) => name,
          csv: ({ name }) => name,
        },
        {
          key: 'content',
          title: t.content,
          cell: ({ content }) => (
            <bdi dir="ltr" className="mono">
              {content}
            </bdi>
          ),
          place: 'sub',
          clip: true,
          search: ({ content }) => content,
          csv: ({ content }) => content,
        },
        {
          key: 'on',
          title: t.through,
          cell: ({ name, on }) => <Switch aria-label={name} checked={on} onChange={() => {}} />,
          width: '120px',
          place: 'end',
        },
      ],
      filters: [
        { key: 'type', label: t.type, value: ({ type }) => type, options: types.map((type) => ({ value: type, label: type })), all: t.all },
        {
          key: 'on',
          label: t.through,
          value: ({ on }) => String(on),
          options: [true, false].map((on) => ({ value: String(on), label: onText(on) })),
          as: 'select',
          all: `${t.through}: ${t.all}`,
        },
      ],
      menu: {
        label: ({ name }) => `${t.actions} ${name}`,
        items: () => [
          { key: 'e', label: t.edit, icon: Pencil, kbd: 'E' },
          { key: 'd', label: t.deleteMore, icon: Trash2, danger: true, group: true },
        ],
      },
    };
  }, [t]);
  const stateTexts = { few: number(7), many: number(10_000), loading: t.loading, error: t.failed, empty: t.emptyTitle };
  return (
    <div className="my-12">
      <div className="mb-4 flex flex-wrap gap-3">
        <Segmented
          label={t.dns}
          value={state}
          onChange={setState}
          segments={states.map((value) => ({ value, label: stateTexts[value] }))}
        />
        <Button onClick={() => setForm(!form)}>{t.add}</Button>
      </div>
      <DataTable
        label={t.dns}
        data={data}
        keyOf={selectKey}
        nameOf={selectName}
        {...parts}
        order={order}
        filtersLabel={t.type}
        defaults={wholeView}
        searchLabel={t.search}
        loadFailed={t.loadTitle}
        empty={
          <EmptyState icon={Route} title={t.emptyTitle} description={t.emptyText} action={<Button kind="primary">{t.create}</Button>} />
        }
        noMatch={{ title: t.none, text: t.search }}
        status={(visible, total) => `${number(visible)} / ${number(total)}`}
        bulk={(_selected, clear) => [
          { key: 'o', label: t.dnsOnly, icon: CloudOff, onClick: clear },
          { key: 'd', label: t.delete, icon: Trash2, danger: true, onClick: clear },
        ]}
        onExport={() => {}}
        add={form && <Button onClick={() => setForm(false)}>{t.save}</Button>}
      />
    </div>
  );
}
