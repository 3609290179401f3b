import { lazy, Suspense, useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { ApiError } from '../../../browser/api/errors.ts';
import { useWrite } from '../../../browser/api/query.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import { navigate } from '../../../browser/navigate.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import { type Cluster, type ClusterDraft, cluster as calls } from '../../../lib/contract/cdn/cluster.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { affinities } from '../../../lib/rules/cdn/cluster/options.ts';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { resolverFor, type Sharing, toFormValues, type Values } from './clusterForm.ts';
import { durationChoices, durationLabel } from './durationMenu.ts';
import { MonitoringFields } from './MonitoringFields.tsx';
import { ServerRows } from './ServerRows.tsx';

const ClusterConflict = lazy(() => import('./ClusterConflict.tsx'));

const sharings: readonly Sharing[] = ['roundRobin', 'leastConnections', 'ip', 'client'];
const ports = { http: '80', https: '443' };

/** The form of a new or existing cluster. */
export function ClusterForm({ domain, cluster }: { domain: { id: string; name: string }; cluster: Cluster | null }) {
  const t = useT();
  const [base, setBase] = useState(cluster);
  const [theirs, setTheirs] = useState<Cluster | null>(null);
  const [isDone, setDone] = useState(false);
  const form = useForm<Values, unknown, ClusterDraft>({
    resolver: resolverFor(domain.name),
    mode: 'onTouched',
    defaultValues: toFormValues(cluster),
  });
  const values = form.watch();
  const dirty = !isDone && JSON.stringify(values) !== JSON.stringify(toFormValues(base));
  useUnsavedGuard(dirty);
  const listHref = href('clusters', { domain: domain.name });

  const begin = (next: Cluster) => {
    setBase(next);
    setTheirs(null);
    form.reset(toFormValues(next));
  };
  // Another tab saved a newer version and there are no local edits: the form takes it over.
  useEffect(() => {
    if (!dirty && cluster && base && cluster.version > base.version) begin(cluster);
  });
  // The guard for unsaved input runs after this render.
  useEffect(() => {
    if (isDone) navigate.to(listHref);
  }, [isDone, listHref]);

  const create = useWrite(calls.create, { notices: 'form', success: 'none' });
  const edit = useWrite(calls.edit, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (draft) => {
    try {
      if (base) await edit.mutateAsync({ domainId: domain.id, clusterId: base.id, ...draft, version: base.version });
      else {
        await create.mutateAsync({ domainId: domain.id, ...draft });
        notify({
          type: 'success',
          title: t('cluster:created'),
          description: draft.name,
          // It receives nothing until a record is connected.
          action: { label: t('cluster:connect'), run: () => navigate.to(href('clusterRoutes', { domain: domain.name })) },
        });
      }
      setDone(true);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error:versionConflict') throw error;
      setTheirs(error.details.cluster as Cluster); // the provider sends the current cluster
    }
  });

  const setProtocol = (protocol: Values['protocol']) => {
    const other = protocol === 'http' ? 'https' : 'http';
    if (values.port === ports[other]) form.setValue('port', ports[protocol], { shouldDirty: true });
    if (values.monitoring.requestType === other) form.setValue('monitoring.requestType', protocol, { shouldDirty: true });
    form.setValue('protocol', protocol, { shouldDirty: true });
  };
  const { errors } = form.formState;
  return (
    <form noValidate aria-label={t('cluster:form.general')} onSubmit={onSubmit} className="grid max-w-[760px] gap-[18px]">
      <Card title={t('cluster:form.general')} line>
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_auto_140px]">
          <Field label={t('cluster:form.name')} error={errors.name?.message}>
            <TextInput {...form.register('name')} autoComplete="off" />
          </Field>
          <Field label={t('cluster:form.protocol')} group>
            <Segmented
              label={t('cluster:form.protocol')}
              value={values.protocol}
              onChange={setProtocol}
              segments={(['http', 'https'] as const).map((value) => ({ value, label: t(`cluster:type.${value}`) }))}
            />
          </Field>
          <Field label={t('cluster:form.port')} error={errors.port?.message} help={t('cluster:form.portHelp')}>
            <TextInput {...form.register('port')} ltr inputMode="numeric" autoComplete="off" />
          </Field>
        </div>
      </Card>
      <ServerRows form={form} domainId={domain.id} />
      <Card title={t('cluster:form.algorithm')} line>
        <Controller
          control={form.control}
          name="algorithm"
          render={({ field }) => (
            <RadioCards
              label={t('cluster:form.algorithm')}
              min={320}
              value={field.value}
              onChange={field.onChange}
              cards={sharings.map((value) => ({
                value,
                label: t(`cluster:algorithm.${value}`),
                description: t(`cluster:algorithm.${value}Text`),
              }))}
            />
          )}
        />
        <Field label={t('cluster:form.affinity')} help={t('cluster:form.affinityHelp')} className="mt-5" group>
          <Controller
            control={form.control}
            name="affinity"
            render={({ field }) => (
              <Select
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                label={t('cluster:form.affinity')}
                closeLabel={t('common:close')}
                options={[
                  { value: '', label: t('cluster:form.affinityOff') },
                  ...durationChoices(affinities, field.value).map((value) => ({ value, label: durationLabel(value) })),
                ]}
              />
            )}
          />
        </Field>
      </Card>
      <MonitoringFields form={form} zone={domain.name} />
      <SaveBar
        faults={faults}
        message={message}
        note={dirty && t('cluster:form.dirty')}
        busy={busy}
        saveLabel={base ? t('cluster:form.save') : t('cluster:form.create')}
        conflict={
          theirs && (
            <Suspense>
              <ClusterConflict
                mine={values}
                theirs={toFormValues(theirs)}
                busy={busy}
                onRetain={() => {
                  setBase(theirs);
                  setTheirs(null);
                }}
                onAdopt={() => begin(theirs)}
              />
            </Suspense>
          )
        }
      >
        <LinkButton kind="ghost" href={listHref}>
          {t('common:cancel')}
        </LinkButton>
      </SaveBar>
    </form>
  );
}
