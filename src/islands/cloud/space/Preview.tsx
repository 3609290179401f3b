import { Download } from 'lucide-react';
import { useRead } from '../../../browser/api/query.ts';
import { spaceObject } from '../../../lib/contract/cloud/spaceObject.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { baseName } from '../../../lib/rules/cloud/space/folders.ts';
import { Button } from '../../ui/Button.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { bytesText } from './sizes.ts';

interface PreviewProps {
  spaceId: string;
  objectKey: string;
  onDownload: () => void;
}

/** An object: an image or the start of a text, and its properties. */
export function Preview({ spaceId, objectKey, onDownload }: PreviewProps) {
  const t = useT();
  const read = useRead(spaceObject.get, { spaceId, key: objectKey });
  if (read.error)
    return (
      <LoadError
        flush
        title={t('space:object.previewFailed')}
        message={read.error.message}
        retryLabel={t('common:retry')}
        onRetry={() => void read.refetch()}
        busy={read.isFetching}
      />
    );
  if (!read.data) return <Skeleton label={t('common:loading')} rows={6} />;
  const { object, preview } = read.data;
  return (
    <div className="grid gap-[18px]">
      {preview?.kind === 'image' ? (
        <div className="grid place-items-center rounded-md bg-hover p-4">
          <img src={preview.source} alt={baseName(objectKey)} className="max-h-[420px] max-w-full" />
        </div>
      ) : preview?.kind === 'text' ? (
        <Scroller label={t('space:object.preview')} className="max-h-[420px] rounded-md bg-hover p-3">
          <pre dir="auto" className="text-caption text-text-2 whitespace-pre-wrap break-words">
            {preview.text}
          </pre>
        </Scroller>
      ) : (
        <p className="text-help text-text-3">{t('space:object.noPreview')}</p>
      )}
      {preview?.kind === 'text' && !preview.isWhole && <p className="text-help text-text-3">{t('space:object.cut')}</p>}
      <KeyValueList
        items={[
          { key: 'name', label: t('space:object.name'), value: <bdi className="break-all">{object.key}</bdi> },
          { key: 'type', label: t('space:object.type'), value: <bdi dir="ltr">{object.contentType}</bdi> },
          { key: 'size', label: t('space:object.size'), value: bytesText(object.size) },
          { key: 'modified', label: t('space:object.modified'), value: formatDateTime(object.modifiedAt, currentLocale()) },
        ]}
      />
      <div className="flex justify-end">
        <Button kind="primary" changes={false} icon={Download} onClick={onDownload}>
          {t('space:object.download')}
        </Button>
      </div>
    </div>
  );
}
