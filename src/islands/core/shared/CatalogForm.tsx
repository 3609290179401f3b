import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../../browser/api/errors.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import type { CatalogPreview } from '../../../lib/contract/core/catalogPreview.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { FaultCount } from '../../ui/FaultCount.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { CatalogPreviewList } from './CatalogPreviewList.tsx';
import { RefusalBanner } from './RefusalBanner.tsx';

interface CatalogFormProps<I extends FieldValues, O> extends EditDialogForm {
  form: UseFormReturn<I, unknown, O>;
  /** The accessible name of the form. */
  label: string;
  /** Sends the change; a dry run returns its preview only. */
  send: (values: O, dryRun: boolean) => Promise<{ preview: CatalogPreview }>;
  /** The group of the call, which is read again when another operator was faster. */
  group: string;
  /** The message after the change. */
  saved: string;
  children: ReactNode;
}

/** A change of the catalogue in two steps: the fields, then what it does. Nothing is changed before the second one. */
export function CatalogForm<I extends FieldValues, O>(props: CatalogFormProps<I, O>) {
  const { form, label, send, group, saved, onDirty, onDone, children } = props;
  const t = useT();
  const [previewed, setPreviewed] = useState<{ values: O; preview: CatalogPreview } | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const submit = useFormSubmit(form, async (values) => {
    const { preview } = await send(values, true);
    setPreviewed({ values, preview });
  });
  const { isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (previewed) heading.current?.focus();
  }, [previewed]);
  const apply = async () => {
    if (!previewed || busy) return;
    setBusy(true);
    setRefused(null);
    try {
      await send(previewed.values, false);
      notify({ type: 'success', title: saved });
      onDirty(false);
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error);
    } finally {
      setBusy(false);
    }
  };
  const problem = (
    <RefusalBanner
      error={refused ?? submit.error}
      message={refused?.message ?? submit.message}
      group={group}
      onDirty={onDirty}
      onDone={onDone}
    />
  );
  return (
    <>
      <form
        noValidate
        aria-label={label}
        onSubmit={submit.onSubmit}
        hidden={previewed !== null}
        className={previewed ? undefined : 'grid gap-[18px]'}
      >
        {children}
        {!previewed && problem}
        <div className="form-foot">
          <FaultCount count={submit.faults} />
          <Button kind="ghost" onClick={onDone}>
            {t('common:cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={submit.busy}>
            {t('catalogue:preview.open')}
          </Button>
        </div>
      </form>
      {previewed && (
        <div className="grid gap-[18px]">
          <h3 ref={heading} tabIndex={-1} className="text-ui font-semibold text-text outline-none">
            {t('catalogue:preview.title')}
          </h3>
          <CatalogPreviewList preview={previewed.preview} />
          {problem}
          <div className="form-foot">
            <Button
              kind="ghost"
              onClick={() => {
                setPreviewed(null);
                setRefused(null);
              }}
            >
              {t('catalogue:preview.back')}
            </Button>
            <Button kind="primary" busy={busy} disabled={previewed.preview.changes.length === 0} onClick={() => void apply()}>
              {t('catalogue:preview.apply')}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
