import { Download } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const VISIBLE_ROWS = 14;
const types = { zone: 'text/plain', csv: 'text/csv', octodns: 'application/yaml' } as const;
type Format = keyof typeof types;

/** The zone as a file: its format, a preview, download and copy. */
export function ZoneExport({ domainId }: { domainId: string }) {
  const t = useT();
  const [format, setFormat] = useState<Format>('zone');
  const { data, error, isFetching, refetch } = useRead(zone.export, { domainId, format });
  return (
    <Card title={t('zone:export.title')} line>
      <p className="mb-4">{t('zone:export.text')}</p>
      <div className="mb-4">
        <Segmented
          label={t('zone:export.format')}
          size="sm"
          value={format}
          onChange={setFormat}
          segments={[
            { value: 'zone', label: t('zone:export.formatZone') },
            { value: 'csv', label: t('zone:export.formatCsv') },
            { value: 'octodns', label: t('zone:export.formatOctodns') },
          ]}
        />
      </div>
      {data ? (
        <>
          <Scroller label={t('zone:export.preview')} className="mb-4 rounded-md bg-hover p-3">
            <pre dir="ltr" className="text-start text-caption text-text-2">
              {data.zone.split('\n', VISIBLE_ROWS).join('\n')}
            </pre>
          </Scroller>
          {data.leftOut > 0 && (
            <p className="mb-4 text-help text-warning">{t('zone:export.leftOut', counted(data.leftOut, currentLocale()))}</p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button icon={Download} onClick={() => saveFile(data.fileName, data.zone, types[format])}>
              {t('zone:export.download')}
            </Button>
            <CopyButton
              value={data.zone}
              text
              size="md"
              label={t('zone:export.copy')}
              copiedLabel={t('common:copied')}
              failedLabel={t('common:copyFailed')}
            />
          </div>
        </>
      ) : error ? (
        <LoadError
          flush
          title={t('zone:export.failed')}
          message={error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={5} />
      )}
    </Card>
  );
}
