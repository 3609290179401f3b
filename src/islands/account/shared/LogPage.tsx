import { Download, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, type RouteName } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DataShell, type DataState } from '../../ui/DataState.tsx';
import { EmptyState, NoResults } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

interface LogPageProps<T> {
  route: RouteName;
  title: string;
  lead: string;
  data: DataState<{ items: readonly T[]; nextCursor: string | null }>;
  loadFailed: string;
  empty: { icon: LucideIcon; title: string; text: string };
  noMatch: { title: string; text: string };
  /** Label of the pagination. */
  pages: string;
  filters: ReactNode;
  isFiltered: boolean;
  /** The cursor of the page; empty: the newest. */
  before: string;
  onMove: (before: string) => void;
  onClear: () => void;
  exportCsv: () => Promise<{ fileName: string; csv: string; complete: boolean }>;
  children: (items: readonly T[]) => ReactNode;
}

/** A log of the account, page by page: filters in the address, export, newest first. */
export function LogPage<T>(props: LogPageProps<T>) {
  const { data, before, onMove, isFiltered, children } = props;
  const t = useT();
  const [saving, setSaving] = useState(false);
  const [isPart, setPart] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const { fileName, csv, complete } = await props.exportCsv();
      saveFile(fileName, csv, 'text/csv');
      setPart(!complete);
    } catch {
      // The snackbar reports the reason.
    } finally {
      setSaving(false);
    }
  };
  const hasAny = data.state === 'data' && data.data.items.length > 0;
  return (
    <>
      <PageHeader
        title={props.title}
        description={props.lead}
        docs={{ href: guidePath(props.route, currentLocale()), label: t('common:help') }}
        actions={
          <Button icon={Download} busy={saving} disabled={!hasAny} onClick={() => void save()}>
            {t('common:list.exportCsv')}
          </Button>
        }
      />
      {(hasAny || isFiltered) && props.filters}
      {isPart && (
        <p role="status" className="mb-3 text-ui">
          {t('log:exportedPart')}
        </p>
      )}
      <DataShell
        data={data}
        loading={
          <Card flush>
            <Skeleton label={t('common:loading')} rows={8} twoLine />
          </Card>
        }
        error={(message, retry, busy) => (
          <LoadError title={props.loadFailed} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
        )}
        empty={null}
      >
        {({ items, nextCursor }) => (
          <>
            <Card flush>
              {items.length > 0 ? (
                children(items)
              ) : isFiltered ? (
                <NoResults
                  title={props.noMatch.title}
                  description={props.noMatch.text}
                  action={<Button onClick={props.onClear}>{t('common:list.clearFilters')}</Button>}
                />
              ) : (
                <EmptyState icon={props.empty.icon} title={props.empty.title} description={props.empty.text} />
              )}
            </Card>
            {(before !== '' || nextCursor !== null) && (
              <nav className="mt-3 flex justify-end gap-2" aria-label={props.pages}>
                {before !== '' && <Button onClick={() => onMove('')}>{t('log:newest')}</Button>}
                {nextCursor !== null && <Button onClick={() => onMove(nextCursor)}>{t('log:older')}</Button>}
              </nav>
            )}
          </>
        )}
      </DataShell>
    </>
  );
}
