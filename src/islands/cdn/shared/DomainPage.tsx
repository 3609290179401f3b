import type { ReactNode } from 'react';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { DataShell, type DataState } from '../../ui/DataState.tsx';
import type { Icon } from '../../ui/icon.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader, type PageHeaderProps } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LiveOn } from './LiveOn.tsx';
import { UnknownDomain } from './UnknownDomain.tsx';

export interface DomainPageProps<T> extends Pick<PageHeaderProps, 'title' | 'description' | 'docs' | 'badge' | 'actions' | 'stacked'> {
  icon: Icon;
  domainName: string;
  /** The account has no such domain. */
  isUnknown: boolean;
  reading: DataState<T>;
  /** "The … could not be loaded". */
  failed: string;
  /** Lines of the skeleton. */
  rows?: number | undefined;
  /** The domain, if edges apply what is set here: whether they do is shown beside the title. */
  live?: Domain | null | undefined;
  /** Shown above the data in every state: tabs. */
  tabs?: ReactNode;
  children: (data: T) => ReactNode;
}

/** The frame of a domain's screen: its header, and its loading, error and data states. */
export function DomainPage<T>(props: DomainPageProps<T>) {
  const { icon, domainName, isUnknown, reading, failed, rows = 6, tabs, live, children, ...head } = props;
  const t = useT();
  if (isUnknown)
    return (
      <>
        <PageHeader title={head.title} />
        <UnknownDomain name={domainName} icon={icon} />
      </>
    );
  return (
    <>
      <PageHeader
        {...head}
        {...(live?.edge && {
          badge: (
            <>
              {head.badge}
              <LiveOn of={live} />
            </>
          ),
        })}
      />
      {tabs && <div className="mb-5">{tabs}</div>}
      <DataShell
        data={reading}
        loading={
          <Card>
            <Skeleton label={t('common:loading')} rows={rows} />
          </Card>
        }
        error={(message, retry, busy) => (
          <LoadError title={failed} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
        )}
        empty={null}
      >
        {children}
      </DataShell>
    </>
  );
}
