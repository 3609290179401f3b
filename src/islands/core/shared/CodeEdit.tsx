import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import type { CodeEdit } from '../../../lib/contract/core/catalogCode.ts';
import type { CatalogPreview } from '../../../lib/contract/core/catalogPreview.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { CatalogForm } from './CatalogForm.tsx';
import { CodeLimits } from './CodeLimits.tsx';

const schema = async () => (await import('../../../lib/contract/core/catalogCode.ts')).CodeEdit;
const names = { maxUses: 'maxUses', expiresAt: 'expiresAt' } as const;

interface CodeEditProps extends EditDialogForm {
  item: CodeEdit & { code: string };
  /** What the code is worth. */
  worth: string;
  /** The accessible name of the form. */
  label: string;
  send: (values: CodeEdit, dryRun: boolean) => Promise<{ preview: CatalogPreview }>;
  group: string;
  saved: string;
  /** The list of its uses. */
  uses: ReactNode;
}

/** A code that customers enter: its limits, whether it works, and who used it. */
export function CodeEditForm({ item, worth, uses, ...form }: CodeEditProps) {
  const t = useT();
  const { code, maxUses, expiresAt, enabled } = item;
  const fields = useContractForm({ schema, defaultValues: { maxUses, expiresAt, enabled }, check: 'submit' });
  return (
    <div className="grid gap-5">
      <CatalogForm form={fields} {...form}>
        <p className="text-ui text-text-2">
          <b className="mono font-semibold text-text">
            <bdi>{code}</bdi>
          </b>
          {' · '}
          <bdi>{worth}</bdi>
        </p>
        <CodeLimits control={fields.control} names={names} errors={fields.formState.errors} />
        <Controller
          control={fields.control}
          name="enabled"
          render={({ field }) => (
            <Checkbox
              label={t('catalogue:code.field.enabledLabel')}
              checked={field.value}
              onChange={({ target }) => field.onChange(target.checked)}
            />
          )}
        />
      </CatalogForm>
      {uses}
    </div>
  );
}
