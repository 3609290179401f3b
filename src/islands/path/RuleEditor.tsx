import { Rocket } from 'lucide-react';
import { type FormEvent, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/errors.ts';
import { useWrite } from '../../lib/api/query.ts';
import type { Output } from '../../lib/contract/call.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import { type Path, path } from '../../lib/contract/path.ts';
import { counted } from '../../lib/format/quantity.ts';
import { useContractForm } from '../../lib/forms/useContractForm.ts';
import { useFormSubmit } from '../../lib/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../lib/forms/useUnsavedGuard.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { navigate } from '../../lib/navigate.ts';
import { guideOf, href } from '../../lib/routes.ts';
import { countChanges, diffOf, sameRule } from '../../lib/rules/path/diff.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { DeployDiff } from './DeployDiff.tsx';
import { deployedOf, schemaFor, valuesOf } from './form.ts';
import { RuleFields } from './RuleFields.tsx';
import { exampleOf } from './RuleList.tsx';
import { SettingGroups } from './SettingGroups.tsx';
import { TryUrl } from './TryUrl.tsx';
import { Usage } from './Usage.tsx';

const RuleConflict = lazy(async () => ({ default: (await import('./RuleConflict.tsx')).RuleConflict }));

export type PathList = Output<typeof path.list>;
interface RuleEditorProps {
  domain: Domain;
  /** Null: a new one. */
  rule: Path | null;
  list: PathList;
}

export function RuleEditor({ domain, rule, list }: RuleEditorProps) {
  const t = useT();
  const locale = currentLocale();
  /** What the form began with. */
  const [seen, setSeen] = useState(rule);
  const [theirs, setTheirs] = useState<Path | null>(null);
  const { minTtl, paths, gates } = list;
  const schema = useMemo(() => () => schemaFor({ domain: domain.name, minTtl }), [domain.name, minTtl]);
  const form = useContractForm({ schema, defaultValues: valuesOf(rule, paths) });
  const values = form.watch();
  const start = useMemo(() => valuesOf(seen, paths), [seen, paths]);
  const dirty = !sameRule(start, values) || (seen ? values.priority !== start.priority : form.formState.dirtyFields.priority === true);
  const [isDone, setDone] = useState(false);
  useUnsavedGuard(dirty && !isDone);

  const begin = (next: Path | null) => {
    setSeen(next);
    setTheirs(null);
    form.reset(valuesOf(next, paths));
  };
  // Another tab has saved, and nothing was written here: the form follows.
  useEffect(() => {
    if (rule && seen && !dirty && rule.version > seen.version) begin(rule);
  });

  const create = useWrite(path.create, { notices: 'form' });
  const update = useWrite(path.update, { notices: 'form' });
  const [deploys, setDeploys] = useState(true);
  const wanted = useRef(true);
  const listHref = href('pageRules', { domain: domain.name });
  const leave = useRef(false);
  const { onSubmit, message, busy } = useFormSubmit(form, async (checked) => {
    const domainId = domain.id;
    const deploy = wanted.current;
    try {
      if (!seen) {
        await create.mutateAsync({ domainId, ...checked, deploy });
        leave.current = true;
        setDone(true);
      } else begin((await update.mutateAsync({ domainId, pathId: seen.id, ...checked, deploy, version: seen.version })).path);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error:versionConflict' || !error.details.item) throw error;
      setTheirs(error.details.item as Path); // the provider answers the rule as it is now
    }
  });
  // Only once the guard has let go.
  useEffect(() => {
    if (isDone && leave.current) navigate.to(listHref);
  }, [isDone, listHref]);
  const send = (event: FormEvent) => {
    const { submitter } = event.nativeEvent as SubmitEvent; // of a form's submission
    wanted.current = submitter?.getAttribute('value') !== 'draft';
    setDeploys(wanted.current);
    return onSubmit(event);
  };

  const deployed = deployedOf(seen);
  const lines = diffOf(deployed, values);
  const changes = countChanges(lines);
  const title = seen?.title ?? t('path:newTitle');
  const self = seen ? href('pageRule', { domain: domain.name, rule: seen.id }) : href('pageRuleAdd', { domain: domain.name });
  const edited = { ...values, title: values.title || title, id: seen?.id ?? 'new', priority: values.priority || 0, deploy: true };
  const state = !deployed ? 'off' : changes > 0 ? 'waiting' : 'ok';
  return (
    <form noValidate aria-label={title} onSubmit={send}>
      <PageHeader
        title={<bdi>{title}</bdi>}
        stacked
        breadcrumb={[
          { label: t('path:title'), href: listHref },
          { label: <bdi>{title}</bdi>, href: self },
        ]}
        breadcrumbLabel={t('path:crumbs')}
        docs={{ href: guideOf('pageRules', locale), label: t('common:help') }}
        badge={
          seen && (
            <StatusBadge kind={state}>
              {state === 'waiting' ? t('path:changes', counted(changes, locale)) : t(state === 'ok' ? 'rules:state.on' : 'rules:state.off')}
            </StatusBadge>
          )
        }
        actions={
          <>
            {dirty && (
              <Button kind="ghost" onClick={() => begin(seen)}>
                {t('common:discard')}
              </Button>
            )}
            <Button type="submit" value="draft" busy={busy && !deploys} busyLabel={t('common:saving')}>
              {t('rules:save')}
            </Button>
            <Button kind="primary" type="submit" icon={Rocket} busy={busy && deploys} busyLabel={t('common:saving')}>
              {t('rules:saveAndDeploy')}
            </Button>
          </>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_356px]">
        <div className="grid min-w-0 gap-4">
          {message && (
            <Banner tone="danger" live>
              {message}
            </Banner>
          )}
          {theirs && (
            <Suspense>
              <RuleConflict
                mine={values}
                theirs={theirs}
                busy={busy}
                onKeep={() => {
                  setSeen(theirs);
                  setTheirs(null);
                }}
                onTake={() => begin(theirs)}
              />
            </Suspense>
          )}
          <RuleFields form={form} domain={domain.name} others={paths.filter(({ id }) => id !== seen?.id)} />
          {values.mode === 'bypass' ? (
            <Banner tone="info">{t('path:mode.bypassHint')}</Banner>
          ) : (
            <SettingGroups form={form} domain={domain.name} gate={gates.cspOverride} minTtl={minTtl} key={seen?.version ?? 0} />
          )}
        </div>
        <div className="grid min-w-0 gap-4">
          <TryUrl
            domain={domain.name}
            rules={[...paths.filter(({ id }) => id !== seen?.id), edited]}
            edited={edited.id}
            start={exampleOf(values.path || '/', domain.name)}
          />
          <DeployDiff lines={lines} isNew={!deployed} />
          <Usage domain={domain} {...list} />
        </div>
      </div>
    </form>
  );
}

export type RuleFormState = ReturnType<typeof useContractForm<Awaited<ReturnType<typeof schemaFor>>>>;
