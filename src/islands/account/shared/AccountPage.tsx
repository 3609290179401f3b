import type { ReactNode } from 'react';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, type RouteName } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { DataShell, type DataState } from '../../ui/DataState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

interface AccountPageProps<T> {
  route: RouteName;
  title: string;
  lead: string;
  actions?: ReactNode;
  data: DataState<T>;
  loadFailed: string;
  /** Beside the content on wide screens, below it on others. */
  aside?: (data: T) => ReactNode;
  children: (data: T) => ReactNode;
}

/** A page of the account line: header, guide, and content of 760 px with notes of 332 px beside it. */
export function AccountPage<T>({ route, title, lead, actions, data, loadFailed, aside, children }: AccountPageProps<T>) {
  const t = useT();
  return (
    <>
      <PageHeader
        title={title}
        description={lead}
        docs={{ href: guidePath(route, currentLocale()), label: t('common:help') }}
        actions={actions}
      />
      <DataShell
        data={data}
        loading={
          <Card>
            <Skeleton label={t('common:loading')} rows={8} />
          </Card>
        }
        error={(message, retry, busy) => (
          <LoadError title={loadFailed} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
        )}
        empty={null}
      >
        {(visible) =>
          aside ? (
            <div className="grid items-start gap-[18px] xl:grid-cols-[minmax(0,760px)_332px]">
              <div className="grid min-w-0 gap-[18px]">{children(visible)}</div>
              <aside className="grid gap-[18px]">{aside(visible)}</aside>
            </div>
          ) : (
            children(visible)
          )
        }
      </DataShell>
    </>
  );
}
