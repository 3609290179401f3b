import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { ApiError } from '../../../browser/api/errors.ts';
import { callUrl } from '../../../browser/api/url.ts';
import { operatorBrand } from '../../../lib/contract/operator/operatorBrand.ts';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import type { BrandForm } from './brandForm.ts';

type ImageUse = 'logo' | 'shareImage';
interface ImagesCardProps extends Record<ImageUse, string | null> {
  form: BrandForm;
  onChange: (use: ImageUse, file: string | null) => void;
}

/** The URL of an image of the brand, saved or not. */
export const imageUrl = (file: string): string => callUrl(operatorBrand.image, { file });

/** The logo, and the image of links that are shared. */
export function ImagesCard({ form, onChange, ...files }: ImagesCardProps) {
  const t = useT();
  return (
    <Card title={t('operatorBrand:images')} line>
      <div className="grid gap-6 sm:grid-cols-2">
        {(['logo', 'shareImage'] as const).map((use) => (
          <ImageField
            key={use}
            use={use}
            file={files[use]}
            onChange={(file) => onChange(use, file)}
            error={form.formState.errors[use]?.message}
          />
        ))}
      </div>
    </Card>
  );
}

interface ImageFieldProps {
  use: ImageUse;
  file: string | null;
  onChange: (file: string | null) => void;
  error: string | undefined;
}
function ImageField({ use, file, onChange, error }: ImageFieldProps) {
  const t = useT();
  const label = t(`operatorBrand:field.${use}`);
  const [upload, setUpload] = useState<{ file: File; progress?: number; error?: string } | null>(null);
  const start = async (chosen: File) => {
    setUpload({ file: chosen, progress: 0 });
    try {
      const onProgress = (progress: number) => setUpload({ file: chosen, progress });
      const stored = await send(operatorBrand.upload, { use }, { file: chosen, notices: 'none', onProgress });
      setUpload(null);
      onChange(stored.file);
    } catch (fault) {
      const message = fault instanceof ApiError ? (fault.fields.file ?? fault.message) : t('error:uploadFailed');
      setUpload({ file: chosen, error: message });
    }
  };
  return (
    <Field label={label} optional={t('common:optional')} error={error} group>
      <div className="grid content-start gap-3">
        {file !== null && (
          <div className="flex items-center gap-3">
            <img src={imageUrl(file)} alt={label} className="max-h-20 max-w-40 rounded-md border border-border object-contain" />
            <Button size="sm" icon={Trash2} onClick={() => onChange(null)}>
              {t(`operatorBrand:remove.${use}`)}
            </Button>
          </div>
        )}
        <FileDrop
          title={t(`operatorBrand:drop.${use}`)}
          hint={t(`operatorBrand:help.${use}`)}
          accept={use === 'logo' ? '.svg,.png' : '.png'}
          multiple={false}
          disabled={upload?.progress !== undefined}
          onAdd={([chosen]) => chosen && void start(chosen)}
          onRemove={() => setUpload(null)}
          removeLabel={(name) => t('common:upload.remove', { name })}
          files={
            upload
              ? [
                  {
                    id: use,
                    name: upload.file.name,
                    size: formatBytes(upload.file.size, currentLocale()),
                    progress: upload.progress,
                    error: upload.error,
                  },
                ]
              : []
          }
        />
      </div>
    </Field>
  );
}
