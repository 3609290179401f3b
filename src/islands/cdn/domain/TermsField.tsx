import type { ContractForm } from '../../../browser/forms/useContractForm.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { AddDomainForm } from '../../../lib/contract/cdn/domain.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';

/** Accepting the terms, which can be read in a dialog. */
export function TermsField({ form, html }: { form: ContractForm<typeof AddDomainForm>; html: string }) {
  const t = useT();
  const open = () =>
    openDialog({
      kind: 'standard',
      title: t('domain:terms.title'),
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the provider's own text, from the same house as this page
      body: () => <div className="terms" dangerouslySetInnerHTML={{ __html: html }} />,
    });
  return (
    <div className="rounded-md bg-surface-2 p-4 ring-1 ring-border">
      <Checkbox
        {...form.register('acceptTerms')}
        error={form.formState.errors.acceptTerms?.message}
        label={rich(t, 'domain:add.accept', {
          terms: (
            <button
              type="button"
              className="link"
              onClick={(event) => {
                // The link is inside the label of the checkbox, which a click would toggle.
                event.preventDefault();
                open();
              }}
            >
              {t('domain:add.terms')}
            </button>
          ),
        })}
      />
    </div>
  );
}
