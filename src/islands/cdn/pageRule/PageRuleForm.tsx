import { Rocket } from 'lucide-react';
import { type FormEvent, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import { navigate } from '../../../browser/navigate.ts';
import type { Output } from '../../../lib/contract/call.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { type PageRule, pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { countChanges, diffRules, sameRule } from '../../../lib/rules/cdn/pageRule/diff.ts';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { FaultCount } from '../../ui/FaultCount.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { ImpactPreview } from '../shared/impact/ImpactPreview.tsx';
import { DeployDiff } from './DeployDiff.tsx';
import { exampleAddress } from './exampleAddress.ts';
import { MatchPreview } from './MatchPreview.tsx';
import { PageRuleFields } from './PageRuleFields.tsx';
import { deployedForm, schemaFor, toFormValues } from './pageRuleForm.ts';
import { SettingGroups } from './SettingGroups.tsx';
import { Usage } from './Usage.tsx';

const PageRuleConflict = lazy(async () => ({ default: (await import('./PageRuleConflict.tsx')).PageRuleConflict }));

export type PathList = Output<typeof pageRule.list>;
interface PageRuleFormProps {
  domain: Domain;
  /** Null: a new item. */
  rule: PageRule | null;
  list: PathList;
}

export function PageRuleForm({ domain, rule, list }: PageRuleFormProps) {
  const t = useT();
  const locale = currentLocale();
  /** The saved values that the form started from. */
  const [base, setBase] = useState(rule);
  const [theirs, setTheirs] = useState<PageRule | null>(null);
  const { minTtl, paths } = list;
  const schema = useMemo(() => () => schemaFor({ domain: domain.name, minTtl }), [domain.name, minTtl]);
  const form = useContractForm({ schema, defaultValues: toFormValues(rule, paths) });
  const values = form.watch();
  const start = useMemo(() => toFormValues(base, paths), [base, paths]);
  const dirty = !sameRule(start, values) || (base ? values.priority !== start.priority : form.formState.dirtyFields.priority === true);
  const [isDone, setDone] = useState(false);
  useUnsavedGuard(dirty && !isDone);

  const begin = (next: PageRule | null) => {
    setBase(next);
    setTheirs(null);
    form.reset(toFormValues(next, paths));
  };
  // Another tab saved a newer version and there are no local edits: the form takes it over.
  useEffect(() => {
    if (rule && base && !dirty && rule.version > base.version) begin(rule);
  });

  const create = useWrite(pageRule.create, { notices: 'form' });
  const update = useWrite(pageRule.update, { notices: 'form' });
  const [deploys, setDeploys] = useState(true);
  const wanted = useRef(true);
  const listHref = href('pageRules', { domain: domain.name });
  const leave = useRef(false);
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (checked) => {
    const domainId = domain.id;
    const deploy = wanted.current;
    try {
      if (!base) {
        await create.mutateAsync({ domainId, ...checked, deploy });
        leave.current = true;
        setDone(true);
      } else begin((await update.mutateAsync({ domainId, pathId: base.id, ...checked, deploy, version: base.version })).path);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error:versionConflict' || !error.details.item) throw error;
      setTheirs(error.details.item as PageRule); // the provider sends the current rule
    }
  });
  // Only after the guard for unsaved input is released.
  useEffect(() => {
    if (isDone && leave.current) navigate.to(listHref);
  }, [isDone, listHref]);
  const send = (event: FormEvent) => {
    const { submitter } = event.nativeEvent as SubmitEvent; // of a form's submission
    wanted.current = submitter?.getAttribute('value') !== 'draft';
    setDeploys(wanted.current);
    // A rule without a title is called by its path.
    if (!values.title.trim()) form.setValue('title', values.path.trim().slice(0, 100));
    return onSubmit(event);
  };

  const deployed = deployedForm(base);
  const lines = diffRules(deployed, values);
  const changes = countChanges(lines);
  const title = base?.title ?? t('pageRule:newTitle');
  const self = base ? href('pageRule', { domain: domain.name, rule: base.id }) : href('pageRuleAdd', { domain: domain.name });
  const edited = { ...values, title: values.title || title, id: base?.id ?? 'new', priority: values.priority || 0, deploy: true };
  const state = !deployed ? 'off' : changes > 0 ? 'waiting' : 'ok';
  return (
    <form noValidate aria-label={title} onSubmit={send}>
      <PageHeader
        title={<bdi>{title}</bdi>}
        stacked
        breadcrumb={[
          { label: t('pageRule:title'), href: listHref },
          { label: <bdi>{title}</bdi>, href: self },
        ]}
        breadcrumbLabel={t('pageRule:crumbs')}
        docs={{ href: guidePath('pageRules', locale), label: t('common:help') }}
        badge={
          base && (
            <StatusBadge kind={state}>
              {state === 'waiting'
                ? t('pageRule:changes', counted(changes, locale))
                : t(state === 'ok' ? 'rules:state.on' : 'rules:state.off')}
            </StatusBadge>
          )
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,760px)_minmax(0,332px)]">
        <div className="grid min-w-0 gap-4">
          {theirs && (
            <Suspense>
              <PageRuleConflict
                mine={values}
                theirs={theirs}
                busy={busy}
                onRetain={() => {
                  setBase(theirs);
                  setTheirs(null);
                }}
                onAdopt={() => begin(theirs)}
              />
            </Suspense>
          )}
          <PageRuleFields form={form} domain={domain.name} others={paths.filter(({ id }) => id !== base?.id)} />
          {values.mode === 'bypass' ? (
            <Banner tone="info">{t('pageRule:mode.bypassHint')}</Banner>
          ) : (
            <SettingGroups form={form} minTtl={minTtl} key={base?.version ?? 0} />
          )}
        </div>
        <div className="grid min-w-0 gap-4">
          <MatchPreview
            domain={domain.name}
            rules={[...paths.filter(({ id }) => id !== base?.id), edited]}
            edited={edited.id}
            start={exampleAddress(values.path || '/', domain.name)}
          />
          <ImpactPreview domain={domain} list="pageRule" ruleId={base?.id} form={form} />
          <DeployDiff lines={lines} isNew={!deployed} />
          <Usage domain={domain} {...list} />
        </div>
      </div>
      <ActionBar label={t('pageRule:bar')}>
        {message && (
          <div className="basis-full">
            <Banner tone="danger" live>
              {message}
            </Banner>
          </div>
        )}
        <FaultCount count={faults} />
        <span role="status" className="me-auto text-help text-text-2 empty:hidden">
          {dirty && faults === 0 && t('pageRule:dirty')}
        </span>
        {dirty && (
          <Button kind="ghost" onClick={() => begin(base)}>
            {t('common:discard')}
          </Button>
        )}
        <Button type="submit" value="draft" busy={busy && !deploys} busyLabel={t('common:saving')}>
          {t('rules:save')}
        </Button>
        <Button kind="primary" type="submit" icon={Rocket} busy={busy && deploys} busyLabel={t('common:saving')}>
          {t('rules:saveAndDeploy')}
        </Button>
      </ActionBar>
    </form>
  );
}
