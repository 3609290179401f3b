import { Ellipsis, Pencil, Plus, Rocket, ShieldCheck, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useWrite } from '../../lib/api/query.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import { waf as calls, type Waf, type WafException } from '../../lib/contract/waf.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { openDialog } from '../../lib/stores/dialogs.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import { stateOf } from '../ui/order/OrderedList.tsx';
import { type StatusKind, StatusText } from '../ui/StatusBadge.tsx';
import { Switch } from '../ui/Switch.tsx';
import { sayException } from './say.ts';
import type { Found } from './WafScreen.tsx';

const ExceptionDialog = lazy(async () => ({ default: (await import('./ExceptionDialog.tsx')).ExceptionDialog }));
const kinds: Record<ReturnType<typeof stateOf>, StatusKind> = { off: 'off', draft: 'waiting', on: 'ok' };

interface ExceptionsProps {
  domain: Domain;
  exceptions: readonly WafException[];
  modules: Waf['modules'];
  /** What a test has found: a new exception begins with it. */
  found: Found | null;
  onTaken: () => void;
}

/** False alarms that the modules leave alone. Their order says nothing. */
export function Exceptions({ domain, exceptions, modules, found, onTaken }: ExceptionsProps) {
  const t = useT();
  const domainId = domain.id;
  /** What the dialog is about. It keeps what it showed while it leaves. */
  const [edited, setEdited] = useState<{ open: boolean; exception: WafException | null; found: Found | null } | null>(null);
  useEffect(() => {
    if (!found) return;
    setEdited({ open: true, exception: null, found });
    onTaken();
  }, [found, onTaken]);
  const deploy = useWrite(calls.deployException);
  const remove = useWrite(calls.deleteException);
  const askToDelete = (exception: WafException) =>
    openDialog({
      kind: 'delete',
      title: t('waf:exception.deleteTitle', { title: exception.title }),
      description: t('waf:exception.deleteText'),
      losses: [sayException(exception, t)],
      action: t('rules:delete'),
      cancel: t('common:cancel'),
      run: () => remove.mutateAsync({ domainId, exceptionId: exception.id }),
    });
  const add = (
    <Button kind="primary" icon={Plus} onClick={() => setEdited({ open: true, exception: null, found: null })}>
      {t('waf:exception.add')}
    </Button>
  );
  return (
    <>
      {exceptions.length === 0 ? (
        <EmptyState icon={ShieldCheck} title={t('waf:exception.empty')} description={t('waf:exception.emptyText')} action={add} />
      ) : (
        <Card title={t('waf:tab.exceptions')} actions={add} line flush>
          <ul aria-label={t('waf:exception.list')} className="divide-y divide-border">
            {exceptions.map((exception) => {
              const { id, title } = exception;
              const state = stateOf(exception);
              return (
                <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-[18px] py-3">
                  <div className="min-w-[220px] flex-1">
                    <p className="font-semibold text-text [overflow-wrap:anywhere]">
                      <bdi>{title}</bdi>
                    </p>
                    <p className="text-help text-text-2 [overflow-wrap:anywhere]">{sayException(exception, t)}</p>
                  </div>
                  <div className="flex items-center gap-3 max-sm:w-full">
                    <span className="max-sm:me-auto">
                      <StatusText kind={kinds[state]}>{t(`rules:state.${state}`)}</StatusText>
                    </span>
                    <Switch
                      aria-label={t('rules:switch', { title })}
                      checked={state !== 'off'}
                      busy={deploy.isPending && deploy.variables.exceptionId === id}
                      onChange={(on) => deploy.mutate({ domainId, exceptionId: id, deploy: on })}
                    />
                    <Menu
                      label={t('rules:actions', { title })}
                      closeLabel={t('common:close')}
                      sheetTitle={title}
                      items={[
                        {
                          key: 'edit',
                          label: t('rules:edit'),
                          icon: Pencil,
                          onSelect: () => setEdited({ open: true, exception, found: null }),
                        },
                        ...(state === 'draft'
                          ? [
                              {
                                key: 'deploy',
                                label: t('rules:deployDraft'),
                                icon: Rocket,
                                onSelect: () => deploy.mutate({ domainId, exceptionId: id, deploy: true }),
                              },
                            ]
                          : []),
                        {
                          key: 'delete',
                          label: t('rules:delete'),
                          icon: Trash2,
                          danger: true,
                          group: true,
                          onSelect: () => askToDelete(exception),
                        },
                      ]}
                      trigger={(trigger) => <IconButton icon={Ellipsis} label={t('rules:actions', { title })} size="sm" {...trigger} />}
                    />
                  </div>
                </li>
              );
            })}
          </ul>
        </Card>
      )}
      {edited && (
        <Suspense>
          <ExceptionDialog
            key={edited.exception?.id ?? edited.found?.title ?? 'new'}
            open={edited.open}
            domain={domain}
            exception={edited.exception}
            found={edited.found}
            modules={modules}
            onClose={() => setEdited({ ...edited, open: false })}
          />
        </Suspense>
      )}
    </>
  );
}
