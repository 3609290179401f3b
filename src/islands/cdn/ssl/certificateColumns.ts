import { type Ssl, sslStatuses } from '../../../lib/contract/cdn/ssl.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import type { Column, Filter } from '../../ui/table/types.ts';

const kindText = (t: Translate, kind: Ssl['kind']) => t(kind === 'free' ? 'ssl:free.title' : 'ssl:custom.title');
const hostsOf = ({ hosts, otherHosts }: Ssl) => [...hosts, ...otherHosts];

/** The status as it is shown: only what browsers may trust is valid. */
export const certificateStatus = ({ status, trusted }: Pick<Ssl, 'status' | 'trusted'>): Ssl['status'] | 'untrusted' =>
  status === 'active' && trusted === false ? 'untrusted' : status;

/** What certificates are searched, sorted by and exported with. */
export const certificateColumns = (t: Translate): Column<Ssl>[] => [
  { key: 'place', title: t('ssl:list.added'), sort: () => 0 },
  {
    key: 'title',
    title: t('ssl:form.name'),
    search: ({ title }) => title,
    sort: ({ title }) => title,
    csv: ({ title }) => title,
  },
  { key: 'kind', title: t('ssl:list.kind'), csv: ({ kind }) => kindText(t, kind) },
  {
    key: 'status',
    title: t('ssl:list.status'),
    search: (one) => t(`ssl:status.${certificateStatus(one)}`),
    csv: (one) => t(`ssl:status.${certificateStatus(one)}`),
  },
  {
    key: 'hosts',
    title: t('ssl:row.hosts'),
    search: (one) => hostsOf(one).join('\n'),
    sort: (one) => hostsOf(one).length,
    csv: (one) => hostsOf(one).join(' '),
  },
  { key: 'attached', title: t('ssl:row.serves'), csv: ({ attachedHosts }) => attachedHosts.join(' ') },
  { key: 'issuer', title: t('ssl:row.issuer'), search: ({ issuer }) => issuer ?? '', csv: ({ issuer }) => issuer ?? '' },
  { key: 'key', title: t('ssl:row.key'), search: ({ keyType }) => keyType ?? '', csv: ({ keyType }) => keyType ?? '' },
  {
    key: 'expires',
    title: t('ssl:list.expires'),
    // Those that aren't issued yet come last.
    sort: ({ expireDate }) => (expireDate ? Date.parse(expireDate) : Number.MAX_VALUE),
    csv: ({ expireDate }) => expireDate ?? '',
  },
];

export const certificateFilters = (t: Translate): Filter<Ssl>[] => [
  {
    key: 'status',
    label: t('ssl:list.status'),
    value: certificateStatus,
    options: ([...sslStatuses, 'untrusted'] as const).map((value) => ({ value, label: t(`ssl:status.${value}`) })),
  },
  {
    key: 'kind',
    label: t('ssl:list.kind'),
    value: ({ kind }) => kind,
    options: (['free', 'custom'] as const).map((value) => ({ value, label: kindText(t, value) })),
  },
  {
    key: 'use',
    label: t('ssl:row.serves'),
    value: ({ attached }) => (attached ? null : 'none'),
    options: [{ value: 'none', label: t('ssl:row.unattached') }],
    alone: true,
  },
];
