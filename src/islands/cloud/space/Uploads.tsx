import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import { formatPercent } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { baseName } from '../../../lib/rules/cloud/space/folders.ts';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { bytesText } from './sizes.ts';
import { type Upload, useUploads } from './useUploads.ts';

/** The drop zone, and the progress of each upload. Leaving the page during an upload needs confirmation. */
export function Uploads({ spaceId, prefix }: { spaceId: string; prefix: string }) {
  const t = useT();
  const { uploads, add, resume, remove } = useUploads(spaceId, prefix);
  useUnsavedGuard(uploads.some(({ state }) => state === 'waiting' || state === 'running'));
  const doneText = ({ state }: Upload) => (state === 'done' ? t('space:object.uploaded') : undefined);
  const percent = (part: number) => formatPercent(part, currentLocale(), { maximumFractionDigits: 0 });
  return (
    <FileDrop
      title={t('space:object.dropTitle')}
      hint={t('space:object.dropHint', { folder: prefix === '' ? t('space:object.root') : baseName(prefix) })}
      files={uploads.map((upload) => ({
        id: upload.id,
        name: upload.file.name,
        size: upload.state === 'running' && upload.file.size > 0 ? percent(upload.sent / upload.file.size) : bytesText(upload.file.size),
        progress: upload.file.size > 0 ? upload.sent / upload.file.size : 0,
        error: upload.state === 'failed' ? upload.error : undefined,
        done: doneText(upload),
        onRetry: upload.state === 'failed' ? () => resume(upload.id) : undefined,
      }))}
      onAdd={add}
      onRemove={remove}
      retryLabel={(name) => t('space:object.resume', { name })}
      removeLabel={(name) => t('space:object.cancel', { name })}
    />
  );
}
