import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DataShell, type DataState } from '../../ui/DataState.tsx';
import { EmptyState, NoResults } from '../../ui/EmptyState.tsx';
import type { Icon } from '../../ui/icon.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

interface CursorListProps<P extends { nextCursor: string | null }> {
  title: string;
  lead: string;
  guide: { href: string; label: string };
  /** Of `useRead`. */
  read: { data: P | undefined; error: { message: string } | null; refetch: () => unknown; isFetching: boolean };
  countOf: (page: P) => number;
  /** The CSV file of everything that matches; not `complete`: only the newest part. */
  exportAll: () => Promise<{ fileName: string; csv: string; complete: boolean }>;
  filters: ReactNode;
  isFiltered: boolean;
  /** The cursor of the page in the address; empty: the newest. */
  before: string;
  onPage: (before: string) => void;
  onClear: () => void;
  /** Beside the export, and where the list is empty. */
  action?: ReactNode;
  empty: { icon: Icon; title: string; text: string };
  texts: Record<'exportedPart' | 'loadFailed' | 'noMatch' | 'noMatchText' | 'pages' | 'newest' | 'older', string>;
  children: (page: P) => ReactNode;
}

/** A list that is read page by page, newest first, with filters and a file of what matches. */
export function CursorList<P extends { nextCursor: string | null }>(props: CursorListProps<P>) {
  const { title, lead, guide, read, countOf, exportAll, filters, isFiltered, before, onPage, onClear, action, empty, texts } = props;
  const t = useT();
  const [saving, setSaving] = useState(false);
  const [part, setPart] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const { fileName, csv, complete } = await exportAll();
      saveFile(fileName, csv, 'text/csv');
      setPart(!complete);
    } catch {
      // The snackbar reports the reason.
    } finally {
      setSaving(false);
    }
  };
  const page = read.data;
  const data: DataState<P> = page
    ? countOf(page) > 0 || isFiltered
      ? { state: 'data', data: page }
      : { state: 'empty' }
    : read.error
      ? { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }
      : { state: 'loading' };
  return (
    <>
      <PageHeader
        title={title}
        description={lead}
        docs={guide}
        stacked={action !== undefined}
        actions={
          <>
            <Button icon={Download} busy={saving} disabled={!page || countOf(page) === 0} onClick={() => void save()}>
              {t('common:list.exportCsv')}
            </Button>
            {action}
          </>
        }
      />
      {data.state !== 'empty' && filters}
      {part && (
        <p role="status" className="mb-3 text-ui">
          {texts.exportedPart}
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
          <LoadError title={texts.loadFailed} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
        )}
        empty={
          <Card>
            <EmptyState icon={empty.icon} title={empty.title} description={empty.text} action={action} />
          </Card>
        }
      >
        {(visible) => (
          <>
            <Card flush>
              {countOf(visible) > 0 ? (
                props.children(visible)
              ) : (
                <NoResults
                  title={texts.noMatch}
                  description={texts.noMatchText}
                  action={<Button onClick={onClear}>{t('common:list.clearFilters')}</Button>}
                />
              )}
            </Card>
            {(before !== '' || visible.nextCursor !== null) && (
              <nav className="mt-3 flex justify-end gap-2" aria-label={texts.pages}>
                {before !== '' && <Button onClick={() => onPage('')}>{texts.newest}</Button>}
                {visible.nextCursor !== null && <Button onClick={() => onPage(visible.nextCursor ?? '')}>{texts.older}</Button>}
              </nav>
            )}
          </>
        )}
      </DataShell>
    </>
  );
}
