import type { SpaceCredentials } from '../../../lib/contract/cloud/space.ts';
import { formatAge } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';

/** The four settings of an S3 client, each with a copy button; of a key in use, when that was. */
export function KeyFacts({ credentials }: { credentials: SpaceCredentials }) {
  const t = useT();
  const { endpoint, region, accessKey, secretKey, lastUsedAt } = credentials;
  const facts = [
    { key: 'endpoint', label: t('space:credentials.endpoint'), value: endpoint },
    { key: 'region', label: t('space:credentials.region'), value: region },
    { key: 'accessKey', label: t('space:credentials.accessKey'), value: accessKey },
    { key: 'secretKey', label: t('space:credentials.secretKey'), value: secretKey },
  ];
  return (
    <dl className="grid gap-3">
      {facts.map(({ key, label, value }) => (
        <div key={key} className="grid gap-1">
          <dt className="text-caption text-text-3">{label}</dt>
          <dd className="flex min-h-8 items-center justify-between gap-2">
            {value === undefined ? (
              <span className="text-help text-text-3">{t('space:credentials.hidden')}</span>
            ) : (
              <>
                <bdi dir="ltr" className="mono min-w-0 break-all text-help text-text">
                  {value}
                </bdi>
                <CopyButton
                  value={value}
                  label={t('space:credentials.copy', { name: label })}
                  copiedLabel={t('common:copied')}
                  failedLabel={t('common:copyFailed')}
                  size="xs"
                />
              </>
            )}
          </dd>
        </div>
      ))}
      {secretKey === undefined && (
        <div className="grid gap-1">
          <dt className="text-caption text-text-3">{t('space:credentials.lastUsed')}</dt>
          <dd className="text-help">{lastUsedAt === null ? t('space:credentials.unused') : formatAge(lastUsedAt, currentLocale())}</dd>
        </div>
      )}
    </dl>
  );
}
