import { Download, Lock, Plus, ShieldCheck } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { useLater } from '../../../browser/later.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { type Authority, type Ssl, ssl } from '../../../lib/contract/cdn/ssl.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListTools } from '../../ui/ListTools.tsx';
import { CertificateRow } from './CertificateRow.tsx';
import { certificateColumns, certificateFilters } from './certificateColumns.ts';

const loadDialogs = () => import('./dialogs.tsx');

const POLL_MS = 2_000;

/** Which dialog is open. */
export type Opened = { kind: 'request' } | { kind: 'new' } | { kind: 'edit' | 'attach'; sslId: string };

interface Props {
  domain: Domain;
  certificates: readonly Ssl[];
  authority: Authority | null;
}

/** Free certificates, custom ones, and the issuer of the free ones. */
export function CertificateLists({ domain, certificates, authority }: Props) {
  const t = useT();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const dialogs = useLater(loadDialogs, opened !== null, close);
  // Later retries are updated by the live stream.
  const isWaiting = certificates.some(({ status, renewing, nextAttemptAt }) => (status === 'pending' || renewing) && !nextAttemptAt);
  useRead(ssl.list, { domainId: domain.id }, { pollMs: isWaiting ? POLL_MS : undefined });
  const free = certificates.filter(({ kind }) => kind === 'free');
  const own = certificates.filter(({ kind }) => kind === 'custom');
  const { columns, filters } = useMemo(() => ({ columns: certificateColumns(t), filters: certificateFilters(t) }), [t]);
  const reason = !authority ? t('ssl:free.noAuthority') : domain.status !== 'active' ? t('ssl:free.inactive') : undefined;
  const rows = (list: readonly Ssl[]) => (
    <ul className="divide-y divide-border">
      {list.map((one) => (
        <CertificateRow key={one.id} domain={domain} certificate={one} onOpen={setOpened} />
      ))}
    </ul>
  );
  const renderRequest = (label: string, kind?: 'primary') => (
    <Button
      size={kind ? undefined : 'sm'}
      kind={kind}
      icon={Plus}
      disabled={reason !== undefined}
      reason={reason}
      onClick={() => setOpened({ kind: 'request' })}
    >
      {label}
    </Button>
  );
  const add = (kind?: 'primary') => (
    <Button size={kind ? undefined : 'sm'} kind={kind} icon={Plus} onClick={() => setOpened({ kind: 'new' })}>
      {t('ssl:custom.action')}
    </Button>
  );
  /** While the list is narrowed, a card without a match is left out; its empty state would say that there is no certificate. */
  const cards = (visible: readonly Ssl[]) => {
    const isOpen = (kind: Ssl['kind']) => visible.length === certificates.length || visible.some((one) => one.kind === kind);
    return (
      <div className="grid gap-5">
        {isOpen('free') && (
          <Card
            title={t('ssl:free.title')}
            sub={<span className="max-sm:hidden">{t('ssl:free.sub')}</span>}
            flush
            line
            actions={free.length > 0 && renderRequest(t('ssl:free.another'))}
          >
            {free.length > 0 ? (
              rows(visible.filter(({ kind }) => kind === 'free'))
            ) : (
              <EmptyState
                icon={ShieldCheck}
                heading="h3"
                title={t('ssl:free.emptyTitle')}
                description={t('ssl:free.emptyText', { domain: domain.name })}
                action={renderRequest(t('ssl:free.action'), 'primary')}
              />
            )}
          </Card>
        )}
        {isOpen('custom') && (
          <Card
            title={t('ssl:custom.title')}
            sub={<span className="max-sm:hidden">{t('ssl:custom.sub')}</span>}
            flush
            line
            actions={own.length > 0 && add()}
          >
            {own.length > 0 ? (
              rows(visible.filter(({ kind }) => kind === 'custom'))
            ) : (
              <EmptyState
                icon={Lock}
                heading="h3"
                title={t('ssl:custom.emptyTitle')}
                description={t('ssl:custom.emptyText')}
                action={add(free.length > 0 ? 'primary' : undefined)}
              />
            )}
          </Card>
        )}
      </div>
    );
  };
  return (
    <div className="grid gap-5">
      {!authority && <Banner tone="neutral">{t('ssl:authority.none')}</Banner>}
      {authority && !authority.trusted && (
        <Banner
          tone="warning"
          icon={ShieldCheck}
          action={
            authority.root !== null && (
              <Button size="sm" icon={Download} onClick={() => saveFile('root.pem', authority.root ?? '', 'application/x-pem-file')}>
                {t('ssl:authority.root')}
              </Button>
            )
          }
        >
          {t('ssl:authority.untrusted', { name: authority.name })}
        </Banner>
      )}
      {certificates.length === 0 ? (
        cards(certificates)
      ) : (
        <ListTools
          rows={certificates}
          columns={columns}
          filters={filters}
          onExport={(csv) => saveFile(`${domain.name}-certificates.csv`, csv, 'text/csv')}
        >
          {({ rows: shown }) => cards(shown)}
        </ListTools>
      )}
      {dialogs && opened && <dialogs.Dialogs domain={domain} certificates={certificates} opened={opened} onClose={close} />}
    </div>
  );
}
