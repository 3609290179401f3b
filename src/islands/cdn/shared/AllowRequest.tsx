import { CircleCheck, ShieldCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import type { Event } from '../../../lib/contract/cdn/event.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { waf } from '../../../lib/contract/cdn/waf.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { patternName } from './log/values.ts';

interface AllowRequestProps {
  domainId: string;
  /** The request’s `allowance` (contract `event`). */
  allowance: NonNullable<Event['allowance']>;
  /** Where the reader came to do this; among events, most are attacks. */
  isMain?: boolean;
}

/** Lets requests like a stopped one through, with the narrowest rule or exceptions, and undoes it again. Exceptions are confirmed first. */
export function AllowRequest({ domainId, allowance, isMain = false }: AllowRequestProps) {
  const t = useT();
  /** Undoes what was added; null: nothing is. */
  const [undo, setUndo] = useState<(() => Promise<unknown>) | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** The exceptions are visible, and the next press adds them. */
  const [isConfirming, setConfirming] = useState(false);
  const [refused, setRefused] = useState('');
  const addRule = useWrite(firewall.create, { notices: 'form', success: 'none' });
  const deleteRule = useWrite(firewall.delete, { success: 'none' });
  const switchRule = useWrite(firewall.toggleDeploy, { success: 'none' });
  const addException = useWrite(waf.createException, { notices: 'form', success: 'none' });
  const deleteException = useWrite(waf.deleteException, { success: 'none' });
  const allow = async () => {
    const description = t('event:allow.note');
    if (allowance.kind === 'address') {
      const { rule } = await addRule.mutateAsync({
        domainId,
        kind: 'ip',
        value: allowance.ip,
        mode: 'allow',
        description,
        first: true,
        deploy: true,
      });
      setUndo(() => () => deleteRule.mutateAsync({ domainId, ruleId: rule.id }));
    } else if (allowance.kind === 'rule') {
      const { ruleId } = allowance;
      await switchRule.mutateAsync({ domainId, ruleId, deploy: false });
      setUndo(() => () => switchRule.mutateAsync({ domainId, ruleId, deploy: true, confirmSelfBlock: true }));
    } else {
      const { path, exceptions } = allowance;
      const added: string[] = [];
      const remove = () => Promise.all(added.map((exceptionId) => deleteException.mutateAsync({ domainId, exceptionId })));
      try {
        for (const one of exceptions) {
          const { exception } = await addException.mutateAsync({ domainId, title: description, path, ...one, deploy: true });
          added.push(exception.id);
        }
      } catch (error) {
        // Some of them alone let nothing through.
        await remove();
        throw error;
      }
      setUndo(() => remove);
    }
    setConfirming(false);
  };
  const run = (action: () => Promise<unknown>) => {
    setBusy(true);
    setRefused('');
    action()
      .catch((error: Error) => setRefused(error.message))
      .finally(() => setBusy(false));
  };
  const what = t(`event:allow.${allowance.kind}`, { ip: allowance.kind === 'signatures' ? '' : allowance.ip });
  const isSignatures = allowance.kind === 'signatures';
  const press = () => {
    if (undo) run(() => undo().then(() => setUndo(null)));
    else if (isSignatures && !isConfirming) setConfirming(true);
    else run(allow);
  };
  return (
    <div className="grid justify-items-start gap-2">
      {undo && (
        <p role="status" className="flex items-center gap-2 text-text-2">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-success-text" />
          {t('event:allow.done')}
        </p>
      )}
      {isConfirming && isSignatures && (
        <div role="status" className="text-help text-text-2 [overflow-wrap:anywhere]">
          <p>{t('event:allow.confirmLead', { path: allowance.path })}</p>
          <ul className="my-1 list-disc ps-5 text-text">
            {allowance.exceptions.map(({ patterns, argument = '' }) => (
              <li key={argument}>
                {t(argument ? 'event:allow.exception' : 'event:allow.exceptionAnywhere', {
                  patterns: patterns.map((one) => patternName(t, one)).join(', '),
                  argument,
                })}
              </li>
            ))}
          </ul>
          <p>{t('event:allow.rest')}</p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {/* One button for every step, so that the focus stays on it. */}
        <Button
          size="sm"
          changes
          kind={(isMain || isConfirming) && !undo ? 'primary' : 'secondary'}
          icon={undo ? Undo2 : ShieldCheck}
          busy={isBusy}
          onClick={press}
        >
          {undo ? t('common:undo') : t(isConfirming ? 'event:allow.confirm' : 'event:allow.action')}
        </Button>
        {isConfirming && (
          <Button size="sm" kind="ghost" disabled={isBusy} onClick={() => setConfirming(false)}>
            {t('common:cancel')}
          </Button>
        )}
      </div>
      {!undo && !isConfirming && <p className="text-help text-text-2 [overflow-wrap:anywhere]">{what}</p>}
      {refused && (
        <p role="alert" className="text-help text-danger-text">
          {refused}
        </p>
      )}
    </div>
  );
}
