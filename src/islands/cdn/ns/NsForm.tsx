import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../../browser/api/errors.ts';
import { useWrite } from '../../../browser/api/query.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { Output } from '../../../lib/contract/call.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { type NameServers, ns } from '../../../lib/contract/cdn/ns.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import type { NsPair } from '../../../lib/rules/cdn/ns/servers.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useGateReason } from './NsGate.tsx';
import { resolverFor, toFormValues } from './nsForm.ts';
import { ServerFields } from './ServerFields.tsx';

interface NsFormProps {
  domain: Domain;
  servers: NameServers;
  /** Where the plan or the TLD doesn't allow it, the form is shown but disabled. */
  gate: Output<typeof ns.get>['gate'];
  /** The name servers were changed elsewhere. */
  onStale: () => void;
}

/** Two custom names, with addresses for those inside the domain. */
export function NsForm({ domain, servers, gate, onStale }: NsFormProps) {
  const t = useT();
  const reason = useGateReason({ domain, gate });
  const locked = reason !== null;
  const [base, setBase] = useState(servers);
  const [isStale, setStale] = useState(false);
  const form = useForm<NsPair, unknown, NsPair>({
    resolver: resolverFor(domain.name, servers.default),
    mode: 'onTouched',
    defaultValues: toFormValues(servers),
  });
  const values = form.watch();
  const dirty = JSON.stringify(values) !== JSON.stringify(toFormValues(base));
  useUnsavedGuard(dirty);
  const begin = (next: NameServers) => {
    setBase(next);
    setStale(false);
    form.reset(toFormValues(next));
  };
  // After a check or a change in another tab: without local edits the form updates, else only the version does.
  useEffect(() => {
    if (servers.version === base.version) return;
    if (!dirty) begin(servers);
    else if (isStale) setBase({ ...base, version: servers.version });
  });

  const update = useWrite(ns.update, { notices: 'form' });
  const reset = useWrite(ns.reset);
  const { onSubmit, message, busy } = useFormSubmit(form, async (checked) => {
    try {
      begin((await update.mutateAsync({ domainId: domain.id, ...checked, version: base.version })).nameServers);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error:versionConflict') throw error;
      setStale(true);
      onStale();
    }
  });
  const confirmReset = () => {
    const [first = '', second = ''] = servers.default;
    openDialog({
      kind: 'confirm',
      title: t('ns:back.title'),
      description: servers.answered.some((host) => servers.default.includes(host))
        ? t('ns:back.textPending')
        : t('ns:back.textActive', { first, second }),
      action: t('ns:back.action'),
      run: async () => begin((await reset.mutateAsync({ domainId: domain.id })).nameServers),
    });
  };

  const isOwn = servers.status !== 'off';
  return (
    <form noValidate aria-label={t('ns:form.title')} onSubmit={onSubmit}>
      <Card
        title={t('ns:form.title')}
        line
        footer={
          <>
            {isOwn && (
              <Button changes kind="ghost" className="me-auto" onClick={confirmReset}>
                {t('ns:back.button')}
              </Button>
            )}
            <span className="ms-auto flex flex-wrap gap-2.5">
              {dirty && (
                <Button kind="ghost" onClick={() => begin(servers)}>
                  {t('common:discard')}
                </Button>
              )}
              <Button
                kind="primary"
                type="submit"
                busy={busy}
                busyLabel={t('common:saving')}
                disabled={locked}
                reason={reason ?? undefined}
              >
                {isOwn ? t('ns:form.update') : t('ns:form.save')}
              </Button>
            </span>
          </>
        }
      >
        <p className="mb-5">{t('ns:form.text')}</p>
        <div className="grid gap-6">
          <ServerFields form={form} place="first" zone={domain.name} locked={locked} />
          <ServerFields form={form} place="second" zone={domain.name} locked={locked} />
        </div>
        {isStale && (
          <Banner tone="warning" live className="mt-5">
            {t('ns:conflict')}
          </Banner>
        )}
        {message && (
          <Banner tone="danger" live className="mt-5">
            {message}
          </Banner>
        )}
      </Card>
    </form>
  );
}
