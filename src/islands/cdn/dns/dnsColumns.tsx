import { Copy, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import { nameToUnicode } from '../../../lib/format/punycode.ts';
import { phrase } from '../../../lib/i18n/phrase.ts';
import { t } from '../../../lib/i18n/react.tsx';
import { matchesFilter, parseFilter } from '../../../lib/rules/cdn/dns/filter.ts';
import { absolute, orderedName } from '../../../lib/rules/core/dnsName.ts';
import { canProxy, recordTypes } from '../../../lib/rules/core/dnsTypes.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import type { Column, Filter, RowMenu } from '../../ui/DataTable.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TypeTag } from '../../ui/TypeTag.tsx';
import { copyContent } from './copyContent.ts';
import { contentCell, nameCell, PhoneName, proxyCell, proxyText } from './dnsCells.tsx';
import { FilterButton } from './FilterButton.tsx';
import { filterText } from './filterText.ts';
import { ttlText } from './ttlText.ts';
import type { RecordWarnings } from './useZoneWarnings.ts';

export interface RowActions {
  setProxy: (record: DnsRecord, proxy: boolean) => Promise<void>;
  deleteRecord: (record: DnsRecord) => Promise<void>;
  edit: (record: DnsRecord) => void;
  /** Phones: opens the sheet of the row. */
  open: (record: DnsRecord) => void;
}

export interface Look {
  zone: string;
  /** Null until it is known: then both forms of a name are there, and CSS hides one. */
  phone: boolean | null;
}

/** The sort order of equal records: by type, the domain itself first. */
export const recordOrder = ['type', 'name', 'content'] as const;
const typeRanks = new Map<string, number>(recordTypes.map((type, index) => [type, index]));
const inBoth = (text: string) => (text.includes('xn--') ? `${text}\n${nameToUnicode(text)}` : text);
const recordTtl = ({ ttl }: DnsRecord) => (ttl === 'auto' ? 0 : ttl);

export function recordColumns({ zone, phone }: Look, { setProxy, open }: RowActions): readonly Column<DnsRecord>[] {
  const onProxy = (record: DnsRecord, on: boolean) => void setProxy(record, on);
  // The same element for all rows of a type, which React skips when a row is reused.
  const tags = new Map<string, ReactNode>(recordTypes.map((type) => [type, <TypeTag key={type} type={type} />]));
  return [
    {
      key: 'type',
      title: t('dns:column.type'),
      cell: ({ type }) => tags.get(type) ?? <TypeTag type={type} />,
      width: '96px',
      narrow: '80px',
      place: 'lead',
      sort: ({ type }) => typeRanks.get(type) ?? recordTypes.length,
      csv: ({ type }) => type,
    },
    {
      key: 'name',
      title: t('dns:column.name'),
      cell: (record) => (
        <>
          {!phone && nameCell(record, zone, phone === null)}
          {phone !== false && <PhoneName record={record} zone={zone} open={open} className={phone === null ? 'sm:hidden' : undefined} />}
        </>
      ),
      width: '20%',
      narrow: '24%',
      place: 'title',
      clip: true,
      sort: ({ name }) => orderedName(name),
      // Names are stored in ASCII, and can be searched in any script.
      search: ({ name }) => inBoth(name === '@' ? `@ ${zone}` : absolute(name, zone)),
      csv: ({ name }) => absolute(name, zone),
    },
    {
      key: 'content',
      title: t('dns:column.content'),
      cell: (record) => contentCell(record, zone),
      place: 'sub',
      sort: ({ content }) => content,
      search: ({ content }) => content,
      csv: ({ content }) => content,
    },
    {
      key: 'ttl',
      title: t('dns:column.ttl'),
      cell: ({ ttl }) => ttlText(ttl),
      width: '96px',
      // The content needs the room; the record has it.
      narrow: 'hidden',
      sort: recordTtl,
      csv: ({ ttl }) => ttl,
    },
    {
      key: 'proxy',
      title: t('dns:column.proxy'),
      cell: (record) => proxyCell(record, zone, onProxy),
      width: '184px',
      narrow: '80px',
      place: 'end',
      csv: ({ type, proxy }) => (canProxy(type) ? proxyText(proxy) : ''),
    },
    { key: 'priority', title: t('dns:field.priority'), csv: ({ priority }) => priority ?? '' },
    { key: 'weight', title: t('dns:field.weight'), csv: ({ weight }) => weight ?? '' },
    { key: 'port', title: t('dns:field.port'), csv: ({ port }) => port ?? '' },
    {
      key: 'comment',
      title: t('dns:field.comment'),
      search: ({ comment = '', tags = [] }) => [comment, ...tags].join('\n'),
      csv: ({ comment }) => comment ?? '',
    },
    { key: 'tags', title: t('dns:field.tags'), csv: ({ tags = [] }) => tags.join(' ') },
  ];
}

/** @param warnings the warnings found so far */
export const recordFilters = (warnings: RecordWarnings, zone: string): readonly Filter<DnsRecord>[] => [
  {
    key: 'type',
    label: t('dns:filter.types'),
    value: ({ type }) => type,
    options: recordTypes.map((type) => ({ value: type, label: type, show: <DomainText>{type}</DomainText> })),
    all: t('dns:filter.all'),
  },
  {
    key: 'proxy',
    label: t('dns:filter.proxy'),
    value: ({ type, proxy }) => (canProxy(type) ? (proxy ? 'on' : 'off') : null),
    options: (['on', 'off'] as const).map((value) => ({ value, label: proxyText(value === 'on') })),
    as: 'select',
    all: t('dns:filter.any'),
  },
  {
    key: 'warned',
    label: t('dns:warned.label'),
    value: ({ id }) => (warnings.has(id) ? 'yes' : null),
    options: [{ value: 'yes', label: t('dns:warned.label'), show: <Warned /> }],
    alone: true,
  },
  {
    key: 'filter',
    label: t('dns:field.filter'),
    value: () => null,
    options: [],
    as: 'select',
    custom: {
      test(text) {
        const filter = parseFilter(text);
        return isFault(filter) ? () => false : (record) => matchesFilter(filter, record, zone);
      },
      chip: filterText,
      edit: (text, onChange) => <FilterButton text={text} onChange={onChange} />,
    },
  },
];

const Warned = () => (
  <>
    <TriangleAlert aria-hidden className="text-warning" />
    {t('dns:warned.label')}
  </>
);

export const recordMenu = (
  zone: string,
  { edit, deleteRecord }: RowActions,
  label = phrase(t, 'dns:menu.label', ['name', 'type']),
): RowMenu<DnsRecord> => ({
  label: ({ name, type }) => label({ name: absolute(name, zone), type }),
  title: ({ name }) => <DomainText>{absolute(name, zone)}</DomainText>,
  items: (record) => [
    { key: 'edit', label: t('dns:menu.edit'), icon: Pencil, onSelect: () => edit(record) },
    { key: 'copy', label: t('dns:copyContent'), icon: Copy, onSelect: () => void copyContent(record.content) },
    {
      key: 'delete',
      label: t('dns:menu.delete'),
      icon: Trash2,
      danger: true,
      group: true,
      onSelect: () => void deleteRecord(record),
    },
  ],
  phone: false,
});

/** The edit button of a row. */
export const recordButtons =
  (zone: string, { edit }: RowActions, label = phrase(t, 'dns:edit.of', ['name', 'type'])) =>
  (record: DnsRecord) => (
    <IconButton
      icon={Pencil}
      label={label({ name: absolute(record.name, zone), type: record.type })}
      tip={false}
      className="on-hover max-lg:hidden"
      onClick={() => edit(record)}
    />
  );
