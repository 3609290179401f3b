import type { Uploads } from '../../../browser/api/useUploads.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { uploadLimits } from '../../../lib/rules/core/upload.ts';
import { Field } from '../../ui/Field.tsx';
import { UploadField } from '../../ui/UploadField.tsx';

/** Attachments of a message. */
export function FilesField({ uploads }: { uploads: Uploads }) {
  const t = useT();
  const locale = currentLocale();
  const limits = { files: formatNumber(uploadLimits.files, locale), size: formatNumber(uploadLimits.bytes / 1024 / 1024, locale) };
  return (
    <Field group label={t('ticket:files.label')} optional={t('common:optional')}>
      <UploadField uploads={uploads} hint={t('ticket:files.hint', limits)} />
    </Field>
  );
}
