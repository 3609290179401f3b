import type { FormEventHandler, ReactNode } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConflictBanner, type ConflictBannerProps } from '../../ui/ConflictBanner.tsx';
import { useDialogClose } from '../../ui/dialogClose.ts';
import { FaultCount } from '../../ui/FaultCount.tsx';

/** What `useRuleForm` returns for the shell. */
export interface RuleFormState extends Pick<ConflictBannerProps, 'onRetain' | 'onAdopt'> {
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** The error that belongs to no single field. */
  message: string | null;
  /** Wrong fields at the last attempt. */
  faults: number;
  saving: boolean;
  deploying: boolean;
}

interface RuleFormShellProps {
  state: RuleFormState;
  /** The accessible name of the form. */
  label: string;
  /** What differs from the version that was saved elsewhere; null when there is no conflict. */
  conflict: ConflictBannerProps['rows'] | null;
  conflictTitle?: string;
  /** The label of the only button, for items that are not deployed; otherwise "Save" and "Save and deploy" are offered. */
  saveLabel?: string;
  children: ReactNode;
}

/** A form in a dialog: its fields, then the error, the conflict and the buttons. Needs the texts of `rules`. */
export function RuleFormShell({ state, label, conflict, conflictTitle, saveLabel, children }: RuleFormShellProps) {
  const t = useT();
  const cancel = useDialogClose();
  const { onSubmit, message, faults, saving, deploying, onRetain, onAdopt } = state;
  return (
    <form noValidate aria-label={label} onSubmit={onSubmit} className="grid gap-[18px]">
      {children}
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      {conflict && (
        <ConflictBanner
          title={conflictTitle ?? t('rules:conflict')}
          rows={conflict}
          busy={saving || deploying}
          retainLabel={t('common:keepWriting')}
          onRetain={onRetain}
          onAdopt={onAdopt}
        />
      )}
      <div className="form-foot">
        <FaultCount count={faults} />
        {cancel && (
          <Button kind="ghost" onClick={cancel}>
            {t('common:cancel')}
          </Button>
        )}
        {saveLabel ? (
          <Button kind="primary" type="submit" busy={saving || deploying} busyLabel={t('common:saving')}>
            {saveLabel}
          </Button>
        ) : (
          <>
            <Button type="submit" value="draft" busy={saving} busyLabel={t('common:saving')}>
              {t('rules:save')}
            </Button>
            <Button kind="primary" type="submit" busy={deploying} busyLabel={t('common:saving')}>
              {t('rules:saveAndDeploy')}
            </Button>
          </>
        )}
      </div>
    </form>
  );
}
