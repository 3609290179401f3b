import { Ellipsis, ShieldCheck } from 'lucide-react';
import { lazy, useEffect, useMemo } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { waf as calls, type Waf, type WafException } from '../../../lib/contract/cdn/waf.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { describeException } from '../../../lib/rules/cdn/waf/formatWaf.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ListTools } from '../../ui/ListTools.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { StatusText } from '../../ui/StatusBadge.tsx';
import { Switch } from '../../ui/Switch.tsx';
import type { Column } from '../../ui/table/types.ts';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { LiveOn } from '../shared/LiveOn.tsx';
import { AddButton } from '../shared/rules/RuleListScreen.tsx';
import { stateColumns, stateFilters } from '../shared/rules/RuleTools.tsx';
import { ruleMenu } from '../shared/rules/ruleMenu.ts';
import { useRuleActions } from '../shared/rules/useRuleActions.ts';
import type { FalsePositive } from './WafScreen.tsx';

const WafExceptionForm = lazy(async () => ({ default: (await import('./WafExceptionForm.tsx')).WafExceptionForm }));

interface WafExceptionsProps {
  domain: Domain;
  exceptions: readonly WafException[];
  modules: Waf['modules'];
  /** A test result that was reported as a false positive; it opens the dialog for a new exception, filled in from it. */
  falsePositive: FalsePositive | null;
  /** The dialog was closed; the result must not fill in the next exception. */
  onFalsePositiveDone: () => void;
}

/** Exceptions for false positives. Their order has no effect, so the list is not sortable. */
export function WafExceptions({ domain, exceptions, modules, falsePositive, onFalsePositiveDone }: WafExceptionsProps) {
  const t = useT();
  const { add, edit, dialog } = useEditDialog<WafException>({
    addTitle: t('waf:exception.create'),
    editTitle: t('waf:exception.change'),
    size: 'large',
    form: (exception, callbacks) => (
      <WafExceptionForm domain={domain} exception={exception} falsePositive={falsePositive} modules={modules} {...callbacks} />
    ),
    onClose: onFalsePositiveDone,
  });
  useEffect(() => {
    if (falsePositive) add();
  }, [falsePositive, add]);
  const domainId = domain.id;
  const switching = useWrite(calls.deployException, { success: 'none', failed: t('rules:toggleFailed') });
  const removing = useWrite(calls.deleteException, { success: 'none' });
  const creating = useWrite(calls.createException, { success: 'none' });
  const actions = useRuleActions(exceptions, {
    toggle: (exceptionId, deploy) => switching.mutateAsync({ domainId, exceptionId, deploy }),
    remove: (exceptionId) => removing.mutateAsync({ domainId, exceptionId }),
    restore: (exception) => creating.mutateAsync({ domainId, ...exception }),
    deleted: t('waf:exception.deleted'),
  });
  const columns = useMemo(
    (): Column<WafException>[] => [
      {
        key: 'title',
        title: t('waf:exception.title'),
        search: ({ title }) => title,
        sort: ({ title }) => title,
        csv: ({ title }) => title,
      },
      { key: 'path', title: t('waf:exception.path'), sort: ({ path }) => path ?? '', csv: ({ path }) => path ?? '' },
      {
        key: 'scope',
        title: t('waf:exception.argument'),
        search: (exception) => describeException(exception, t, currentLocale()),
        csv: (exception) => describeException(exception, t, currentLocale()),
      },
      ...stateColumns(t),
    ],
    [t],
  );
  const filters = useMemo(() => stateFilters(t), [t]);
  const addButton = <AddButton onClick={add}>{t('waf:exception.add')}</AddButton>;
  return (
    <>
      {exceptions.length === 0 ? (
        <EmptyState icon={ShieldCheck} title={t('waf:exception.empty')} description={t('waf:exception.emptyText')} action={addButton} />
      ) : (
        <ListTools
          rows={exceptions}
          columns={columns}
          filters={filters}
          onExport={(csv) => saveFile(`${domain.name}-waf-exceptions.csv`, csv, 'text/csv')}
        >
          {({ rows }) => (
            <Card title={t('waf:tab.exceptions')} actions={addButton} line flush>
              <ul aria-label={t('waf:exception.list')} className="divide-y divide-border">
                {rows.map((exception) => (
                  <ExceptionRow key={exception.id} exception={exception} actions={actions} onEdit={() => edit(exception)} />
                ))}
              </ul>
            </Card>
          )}
        </ListTools>
      )}
      {dialog}
    </>
  );
}

interface ExceptionRowProps {
  actions: ReturnType<typeof useRuleActions<WafException>>;
  exception: WafException;
  onEdit: () => void;
}

function ExceptionRow({ actions, exception, onEdit }: ExceptionRowProps) {
  const t = useT();
  const { id, title, deploy: isOn, draft } = exception;
  const confirmDelete = () =>
    openDialog({
      kind: 'delete',
      title: t('waf:exception.deleteTitle', { title }),
      description: t('waf:exception.deleteText'),
      losses: [describeException(exception, t, currentLocale())],
      action: t('rules:delete'),
      cancel: t('common:cancel'),
      run: () => actions.remove(exception, title),
    });
  const deploy = (on: boolean) => void actions.toggle(exception, title, on);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-[18px] py-3">
      <div className="min-w-[220px] flex-1">
        <p className="font-semibold text-text [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </p>
        <p className="text-help text-text-2 [overflow-wrap:anywhere]">{describeException(exception, t, currentLocale())}</p>
      </div>
      <div className="flex items-center gap-3 max-sm:w-full">
        <span className="flex items-center gap-2.5 max-sm:me-auto">
          {draft && <Badge tone="warning">{t('rules:draft')}</Badge>}
          {exception.edge ? (
            <LiveOn of={exception} short />
          ) : (
            <StatusText kind={isOn ? 'ok' : 'off'}>{t(isOn ? 'rules:state.on' : 'rules:state.off')}</StatusText>
          )}
        </span>
        <Switch aria-label={t('rules:switch', { title })} checked={isOn} busy={actions.busyId === id} onChange={deploy} />
        <Menu
          label={t('rules:actions', { title })}
          closeLabel={t('common:close')}
          sheetTitle={title}
          items={ruleMenu(t, { draft, onEdit, onDeploy: () => deploy(true), onDelete: confirmDelete })}
          trigger={(trigger) => <IconButton icon={Ellipsis} label={t('rules:actions', { title })} size="sm" {...trigger} />}
        />
      </div>
    </li>
  );
}
