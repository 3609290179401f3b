import { useT } from '../../lib/i18n/react.tsx';
import { type DropFile, FileDrop } from './FileDrop.tsx';

export interface UploadFieldProps {
  /** From `useUploads`. */
  uploads: {
    rows: readonly (Omit<DropFile, 'onRetry'> & { canRetry?: boolean | undefined })[];
    accept: string;
    isFull: boolean;
    add(files: File[]): void;
    remove(id: string): void;
    retry(id: string): void;
  };
  /** Allowed formats and limits. */
  hint: string;
}

/** Files uploaded while a message is being written: progress, removal, and retry. */
export function UploadField({ uploads, hint }: UploadFieldProps) {
  const t = useT();
  return (
    <FileDrop
      title={t('common:upload.drop')}
      hint={hint}
      accept={uploads.accept}
      disabled={uploads.isFull}
      files={uploads.rows.map(({ canRetry, ...row }) => ({ ...row, ...(canRetry && { onRetry: () => uploads.retry(row.id) }) }))}
      onAdd={uploads.add}
      onRemove={uploads.remove}
      removeLabel={(name) => t('common:upload.remove', { name })}
      retryLabel={(name) => t('common:upload.retry', { name })}
    />
  );
}
