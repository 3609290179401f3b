import { type ContractForm, REFUSED } from '../../../browser/forms/useContractForm.ts';
import type { AddDomainForm } from '../../../lib/contract/cdn/domain.ts';
import { formatList } from '../../../lib/format/list.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { cleanedName, toDomainName } from '../../../lib/rules/cdn/domain/name.ts';
import { Banner } from '../../ui/Banner.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { Field } from '../../ui/Field.tsx';
import type { Icon } from '../../ui/icon.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useNameCheck } from './useNameCheck.ts';

/** Features that a top-level domain can lack, by their code in the catalogue. */
const featureTexts: Record<string, TKey> = { dnssec: 'domain:feature.dnssec', customNs: 'domain:feature.customNs' };

/** The name of the domain; when the field loses focus, the provider checks whether it can be added. */
export function NameField({ form, icon }: { form: ContractForm<typeof AddDomainForm>; icon: Icon }) {
  const t = useT();
  const name = form.watch('name');
  const { checkName, of, busy } = useNameCheck();
  const check = of(name);
  const { onBlur, ...field } = form.register('name');
  const suggestion =
    check && !check.valid && check.apex && check.apex !== name.trim() && !check.exists && !check.ownedByOther ? check.apex : null;
  const missing = check?.valid ? check.unsupportedFeatures : [];

  const verify = async (typed: string) => {
    // The form rejects invalid domain names without a request.
    const own = toDomainName(typed);
    if (typed.trim() && !own.ok) return form.setError('name', { type: 'name', message: t(own.key) });
    const answer = await checkName(typed);
    if (answer && !answer.valid && form.getValues('name') === typed)
      form.setError('name', { type: REFUSED, message: answer.message ?? t('domain:error.name') });
  };
  const error = form.formState.errors.name?.message;
  return (
    <div className="grid gap-3">
      <Field
        label={t('domain:add.name')}
        help={t('domain:add.nameHelp')}
        error={
          error && (
            <>
              {error}{' '}
              {suggestion && (
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    form.setValue('name', suggestion, { shouldDirty: true, shouldValidate: true });
                    void verify(suggestion);
                  }}
                >
                  {t('domain:add.use')} <DomainText>{suggestion}</DomainText>
                </button>
              )}
            </>
          )
        }
      >
        <TextInput
          {...field}
          icon={icon}
          size="lg"
          ltr
          inputMode="url"
          autoComplete="off"
          placeholder="example.com"
          autoFocus
          tick={check?.valid && !error ? t('domain:add.available') : undefined}
          end={busy && <Spinner label={t('domain:add.checking')} />}
          onBlur={async (event) => {
            const typed = cleanedName(event.target.value);
            // A pasted address is shown as the name that will be added.
            if (typed !== event.target.value) form.setValue('name', typed, { shouldDirty: true });
            await onBlur(event);
            await verify(typed);
          }}
        />
      </Field>
      {missing.length > 0 && (
        <Banner tone="info" live>
          {t('domain:add.unsupported', {
            tld: `.${check?.apex.split('.').at(-1)}`,
            features: formatList(
              missing.map((code) => (featureTexts[code] ? t(featureTexts[code]) : code)),
              currentLocale(),
            ),
          })}
        </Banner>
      )}
    </div>
  );
}
