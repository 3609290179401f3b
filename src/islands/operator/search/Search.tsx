import { Search as SearchIcon } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { operatorSearch, type SearchResult } from '../../../lib/contract/operator/operatorSearch.ts';
import { folded } from '../../../lib/format/fold.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { SEARCH_FROM } from '../../../lib/rules/operator/search.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The arrow keys go from the field through the results of all groups, and back. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type="search"], a[data-result]')];
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step]; // not one of them: the first
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** One search over what the role of the operator may see. */
export default function Search() {
  const t = useT();
  const locale = currentLocale();
  const [query, setQuery] = useState('');
  const q = useDeferredValue(query.trim());
  const isLong = folded(q).replace(/^#/, '').length >= SEARCH_FROM;
  const read = useRead(operatorSearch.find, { q }, { enabled: isLong, showPrevious: true });
  const groups = isLong ? read.data?.groups : undefined;
  return (
    <>
      <PageHeader
        title={t('operatorSearch:title')}
        description={t('operatorSearch:lead')}
        docs={{ href: guidePath('operatorSearch', locale), label: t('common:help') }}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field and the links in it, which are focusable themselves */}
      <div className="grid gap-[18px]" onKeyDown={moveFocus}>
        <div className="max-w-[560px]">
          <SearchInput
            size="lg"
            value={query}
            onChange={setQuery}
            label={t('operatorSearch:field')}
            clearLabel={t('operatorSearch:clear')}
          />
        </div>
        <div className="grid gap-[18px]" aria-live="polite" aria-busy={read.isFetching}>
          {!isLong ? (
            <p className="text-ui text-text-3">{t('operatorSearch:hint')}</p>
          ) : groups ? (
            groups.length > 0 ? (
              groups.map(({ kind, items, hasMore }) => (
                <Card key={kind} flush line title={t(`operatorSearch:kind.${kind}`)} sub={hasMore && t('operatorSearch:more')}>
                  <ul className="divide-y divide-border">
                    {items.map((item) => (
                      <Result key={item.id} item={item} />
                    ))}
                  </ul>
                </Card>
              ))
            ) : (
              <Card>
                <EmptyState icon={SearchIcon} title={t('operatorSearch:none')} description={t('operatorSearch:noneText')} />
              </Card>
            )
          ) : read.error ? (
            <LoadError
              title={t('operatorSearch:failed')}
              message={read.error.message}
              retryLabel={t('common:retry')}
              onRetry={() => void read.refetch()}
              busy={read.isFetching}
            />
          ) : (
            <Card flush>
              <Skeleton label={t('common:loading')} rows={4} />
            </Card>
          )}
        </div>
      </div>
    </>
  );
}

function Result({ item: { title, detail, account, link } }: { item: SearchResult }) {
  return (
    <li>
      <a href={link} data-result className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5 px-5 py-3 text-ui hover:bg-hover">
        <bdi className="font-medium text-text [overflow-wrap:anywhere]">{title}</bdi>
        {detail && <bdi className="min-w-0 text-text-2 [overflow-wrap:anywhere]">{detail}</bdi>}
        {account !== title && (
          <bdi dir="ltr" className="ms-auto text-caption text-text-3 [overflow-wrap:anywhere]">
            {account}
          </bdi>
        )}
      </a>
    </li>
  );
}
