import { Link2Off } from 'lucide-react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { Space } from '../../../lib/contract/cloud/space.ts';
import { type SharedLink, spaceKey } from '../../../lib/contract/cloud/spaceKey.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The links to objects of a space that still work, each of which can be revoked. */
export function SharedLinks({ item }: { item: Space }) {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(spaceKey.links, { spaceId: item.id });
  const revoke = useWrite(spaceKey.revoke);
  const confirmRevocation = ({ id: linkId, key: name }: SharedLink) =>
    openDialog({
      kind: 'confirm',
      title: t('space:link.revokeQuestion', { name }),
      description: t('space:link.revokeText'),
      action: t('space:link.revokeAction'),
      run: () => revoke.mutateAsync({ spaceId: item.id, linkId }),
    });
  return (
    <Card title={t('space:link.title')}>
      {read.data ? (
        read.data.links.length > 0 ? (
          <ul className="grid gap-3.5">
            {read.data.links.map((one) => (
              <li key={one.id} className="flex items-start justify-between gap-2">
                <span className="min-w-0">
                  <bdi className="block break-all text-ui text-text">{one.key}</bdi>
                  <span className="block text-caption text-text-3">
                    {t('space:link.until', { time: formatDateTime(one.expiresAt, locale) })}
                  </span>
                  <span className="block text-caption text-text-3">
                    {t('space:link.by', { name: one.createdBy })}
                    {one.revocable && (
                      <>
                        {' · '}
                        {one.lastUsedAt === null
                          ? t('space:credentials.unused')
                          : t('space:key.used', { age: formatAge(one.lastUsedAt, locale) })}
                      </>
                    )}
                  </span>
                </span>
                <IconButton
                  changes
                  size="sm"
                  icon={Link2Off}
                  label={t('space:link.revoke', { name: one.key })}
                  disabled={!one.revocable}
                  reason={one.revocable ? undefined : t('space:link.fixed')}
                  onClick={() => confirmRevocation(one)}
                />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-help text-text-3">{t('space:link.none')}</p>
        )
      ) : read.error ? (
        <LoadError
          flush
          title={t('space:link.loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void read.refetch()}
          busy={read.isFetching}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={2} />
      )}
    </Card>
  );
}
