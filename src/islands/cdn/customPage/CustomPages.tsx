import { PanelsTopLeft, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { type CustomPage, customPage } from '../../../lib/contract/cdn/customPage.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { guidePath } from '../../../lib/routes/index.ts';
import { pageKinds } from '../../../lib/rules/cdn/customPage/kinds.ts';
import { Button } from '../../ui/Button.tsx';
import { FromServer } from '../../ui/FromServer.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { ListTools } from '../../ui/ListTools.tsx';
import type { Column, Filter } from '../../ui/table/types.ts';
import { DomainPage } from '../shared/DomainPage.tsx';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { newHref } from './address.ts';
import { KindCard } from './KindCard.tsx';

const pageState = ({ enabled }: CustomPage) => (enabled ? 'on' : 'off');
const statusText = (t: Translate, { kind, statusCode }: CustomPage): string =>
  kind !== 'error' ? '' : statusCode === undefined ? t('customPage:status.rest') : t('customPage:status.each', { status: statusCode });

const buildColumns = (t: Translate): Column<CustomPage>[] => [
  {
    key: 'title',
    title: t('customPage:edit.name'),
    search: ({ title }) => title,
    sort: ({ title }) => title,
    csv: ({ title }) => title,
  },
  {
    key: 'kind',
    title: t('customPage:edit.kind'),
    search: ({ kind }) => t(`customPage:kind.${kind}`),
    csv: ({ kind }) => t(`customPage:kind.${kind}`),
  },
  {
    key: 'status',
    title: t('customPage:edit.status'),
    search: (page) => statusText(t, page),
    sort: ({ statusCode }) => statusCode ?? 0,
    csv: (page) => statusText(t, page),
  },
  { key: 'enabled', title: t('customPage:edit.enabled'), csv: ({ enabled }) => t(enabled ? 'customPage:edit.yes' : 'customPage:edit.no') },
  { key: 'size', title: t('customPage:list.size'), sort: ({ size }) => size, csv: ({ size }) => size },
  {
    key: 'updatedAt',
    title: t('customPage:list.changed'),
    sort: ({ updatedAt }) => Date.parse(updatedAt),
    csv: ({ updatedAt }) => updatedAt,
  },
];

const buildFilters = (t: Translate): Filter<CustomPage>[] => [
  {
    key: 'state',
    label: t('customPage:edit.enabled'),
    value: pageState,
    options: (['on', 'off'] as const).map((value) => ({ value, label: t(`customPage:list.${value}`) })),
  },
  {
    key: 'kind',
    label: t('customPage:edit.kind'),
    value: ({ kind }) => kind,
    options: pageKinds.map((kind) => ({ value: kind, label: t(`customPage:kind.${kind}`) })),
  },
];

/** The custom pages of a domain by kind, and which of them are shown to visitors. */
export default function CustomPages({ domainName }: { domainName: string }) {
  return (
    <FromServer>
      <PagesByKind domainName={domainName} />
    </FromServer>
  );
}

function PagesByKind({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, customPage.list, (domainId) => ({ domainId }));
  const list = reading.state === 'data' ? reading.data : null;
  const isFull = list !== null && list.pages.length >= list.limit;
  const { columns, filters } = useMemo(() => ({ columns: buildColumns(t), filters: buildFilters(t) }), [t]);
  // A card shows which page visitors see, so it gets all pages of its type. While the list is narrowed, types without a match are left out.
  const cards = (visible: readonly CustomPage[], all: readonly CustomPage[]) =>
    domain && (
      <div className="grid gap-[18px]">
        {pageKinds
          .filter((kind) => visible.length === all.length || visible.some((page) => page.kind === kind))
          .map((kind) => (
            <KindCard
              key={kind}
              domain={domain}
              kind={kind}
              pages={all.filter((page) => page.kind === kind)}
              shown={visible.filter((page) => page.kind === kind)}
              isFull={isFull}
            />
          ))}
      </div>
    );
  return (
    <DomainPage
      title={t('customPage:title')}
      description={t('customPage:lead')}
      docs={{ href: guidePath('customPages', currentLocale()), label: t('common:help') }}
      actions={
        isFull ? (
          <Button kind="primary" icon={Plus} disabled reason={t('customPage:full', { max: list.limit })}>
            {t('customPage:add')}
          </Button>
        ) : (
          <LinkButton kind="primary" icon={Plus} href={newHref(domainName, 'maintenance')}>
            {t('customPage:add')}
          </LinkButton>
        )
      }
      icon={PanelsTopLeft}
      domainName={domainName}
      isUnknown={domain === null}
      live={domain}
      reading={reading}
      failed={t('customPage:loadFailed')}
      rows={10}
    >
      {({ pages }) =>
        domain &&
        (pages.length === 0 ? (
          cards(pages, pages)
        ) : (
          <ListTools
            rows={pages}
            columns={columns}
            filters={filters}
            onExport={(csv) => saveFile(`${domainName}-pages.csv`, csv, 'text/csv')}
          >
            {({ rows }) => cards(rows, pages)}
          </ListTools>
        ))
      }
    </DomainPage>
  );
}
