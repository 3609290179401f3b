import { Lock } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { type Ssl, ssl } from '../../../lib/contract/cdn/ssl.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import type { Repair, SslField } from '../../../lib/rules/cdn/ssl/fault.ts';
import { isInZone } from '../../../lib/rules/cdn/ssl/names.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { CertificateSummary } from './CertificateSummary.tsx';
import { findHolder, HostChoices } from './HostChoices.tsx';
import { PemField } from './PemField.tsx';
import { checkTexts, useCertificateCheck } from './useCertificateCheck.ts';

const loadSchema = async () => (await import('../../../lib/contract/cdn/ssl.ts')).SslForm;

interface Props {
  domain: Domain;
  /** Null: a new item. */
  certificate: Ssl | null;
  /** All certificates of the domain, to show which one a name has now. */
  others: readonly Ssl[];
  onClose: () => void;
}

/** Adds a custom certificate, or renames or replaces one. It is validated here before anything is sent. */
export function CertificateDialog({ domain, certificate, others, onClose }: Props) {
  const t = useT();
  const id = useId();
  const isFree = certificate?.kind === 'free';
  const isKeyOptional = certificate !== null;
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { title: certificate?.title ?? '', certificate: '', privateKey: '', caBundle: '' },
  });
  const values = form.watch();
  const texts = { certificate: values.certificate, privateKey: values.privateKey ?? '', caBundle: values.caBundle ?? '' };
  const isReplaced = `${texts.certificate}${texts.privateKey}${texts.caBundle}`.trim() !== '';
  const dirty = isReplaced || values.title !== (certificate?.title ?? '');
  useUnsavedGuard(dirty);
  const { check, isBusy } = useCertificateCheck(texts, { zone: domain.name, isKeyOptional });

  const names = (!certificate && check?.clean && check.facts?.names.filter((name) => isInZone(name, domain.name))) || [];
  /** Null: those that have no certificate yet. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const attachHosts = names.filter((name) => (chosen ? chosen.includes(name) : !findHolder(others, name)));

  // The title is optional: the certificate's own name is the default.
  const subject = check?.facts?.subject.slice(0, 100);
  const { setValue, getValues } = form;
  useEffect(() => {
    if (!certificate && subject && getValues('title') === '') setValue('title', subject);
  }, [certificate, subject, getValues, setValue]);

  const create = useWrite(ssl.create, { notices: 'form' });
  const update = useWrite(ssl.update, { notices: 'form' });
  const { onSubmit, message, error, busy } = useFormSubmit(form, async (checked) => {
    if (!certificate || isReplaced) {
      const { faults } = await checkTexts(texts, { zone: domain.name, isKeyOptional });
      for (const [index, one] of faults.entries())
        form.setError(one.field, { type: 'rule', message: t(one.key, one.params) }, { shouldFocus: index === 0 });
      if (faults.length > 0) return;
    }
    const input = { domainId: domain.id, ...checked };
    if (!certificate) await create.mutateAsync({ ...input, attachHosts });
    else if (isReplaced) await update.mutateAsync({ ...input, sslId: certificate.id, version: certificate.version });
    else await update.mutateAsync({ domainId: domain.id, sslId: certificate.id, title: checked.title, version: certificate.version });
    onClose();
  });

  const faultAt = (field: SslField) => check?.faults.find((one) => one.field === field);
  const errorAt = (field: SslField) => {
    const fault = faultAt(field);
    // Empty fields are only reported on save.
    const shown = fault && texts[field].trim() !== '' ? t(fault.key, fault.params) : undefined;
    return shown ?? form.formState.errors[field]?.message;
  };
  const put = (repair: Repair) => {
    for (const [field, text] of Object.entries(repair) as [SslField, string][]) form.setValue(field, text, { shouldDirty: true }); // its keys are fields
    form.clearErrors();
  };
  const repairAt = (field: SslField) => {
    const repair = texts[field].trim() === '' ? undefined : faultAt(field)?.repair;
    return (
      repair && (
        <div>
          <Button size="sm" onClick={() => put(repair)}>
            {field === 'caBundle' ? t('ssl:form.repairOrder') : t('ssl:form.repairSplit')}
          </Button>
        </div>
      )
    );
  };
  const field = (name: SslField) => ({
    error: errorAt(name),
    repair: repairAt(name),
    input: form.register(name),
    onText: (text: string) => form.setValue(name, text, { shouldDirty: true }),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      size={isFree ? undefined : 'large'}
      title={certificate ? (isFree ? t('ssl:menu.rename') : t('ssl:form.editTitle')) : t('ssl:form.newTitle')}
      description={isFree ? undefined : certificate ? t('ssl:form.editLead') : t('ssl:form.lead')}
      icon={Lock}
      closeLabel={t('common:close')}
      dirty={dirty}
      discard={(stay, leave) => (
        <>
          <span className="me-auto">{t('ssl:form.discardQuestion')}</span>
          <Button onClick={stay}>{t('ssl:form.keepWriting')}</Button>
          <Button kind="soft-danger" onClick={leave}>
            {t('ssl:form.discard')}
          </Button>
        </>
      )}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button kind="primary" type="submit" form={id} busy={busy} busyLabel={t('common:saving')}>
            {certificate ? t('ssl:form.save') : t('ssl:form.add')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={onSubmit} className="grid gap-5">
        <Field label={t('ssl:form.name')} error={form.formState.errors.title?.message}>
          <TextInput data-autofocus placeholder={t('ssl:form.namePlaceholder')} {...form.register('title')} />
        </Field>
        {!isFree && (
          <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_320px]">
            <div className="grid min-w-0 content-start gap-5">
              <PemField
                label={t('ssl:form.certificate')}
                help={t('ssl:form.certificateHelp')}
                rows={5}
                label64="CERTIFICATE"
                {...field('certificate')}
              />
              <PemField
                label={t('ssl:form.privateKey')}
                help={isKeyOptional ? t('ssl:form.privateKeyKept') : t('ssl:form.privateKeyHelp')}
                rows={4}
                label64="PRIVATE KEY"
                {...field('privateKey')}
              />
              <PemField
                label={t('ssl:form.caBundle')}
                help={t('ssl:form.caBundleHelp')}
                optional
                rows={3}
                label64="CERTIFICATE"
                {...field('caBundle')}
              />
            </div>
            <CertificateSummary check={check} isBusy={isBusy} isKeyOptional={isKeyOptional} />
          </div>
        )}
        {names.length > 0 && (
          <Field group label={t('ssl:form.attach')} help={t('ssl:form.attachHelp')}>
            <HostChoices hosts={names} others={others} chosen={attachHosts} onChange={setChosen} />
          </Field>
        )}
        {message && (
          <Banner tone="danger" live>
            {error?.code === 'error:versionConflict' ? t('ssl:form.conflict') : message}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
