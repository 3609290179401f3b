import { CircleCheck, ShieldCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../../lib/api/query.ts';
import type { Event } from '../../../lib/contract/cdn/event.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { waf } from '../../../lib/contract/cdn/waf.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';

interface AllowRequestProps {
  domainId: string;
  /** The request’s `allowance` (contract `event`). */
  allowance: NonNullable<Event['allowance']>;
  /** Where the reader came to do this; among events, most are attacks. */
  isMain?: boolean;
}

/** Lets requests like a stopped one through, with the narrowest rule or exception, and undoes it again. */
export function AllowRequest({ domainId, allowance, isMain = false }: AllowRequestProps) {
  const t = useT();
  /** Undoes what was added; null: nothing is. */
  const [undo, setUndo] = useState<(() => Promise<unknown>) | null>(null);
  const [isBusy, setBusy] = useState(false);
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
      const { path, patterns } = allowance;
      const { exception } = await addException.mutateAsync({ domainId, title: description, path, patterns, deploy: true });
      setUndo(() => () => deleteException.mutateAsync({ domainId, exceptionId: exception.id }));
    }
  };
  const run = (action: () => Promise<unknown>) => {
    setBusy(true);
    setRefused('');
    action()
      .catch((error: Error) => setRefused(error.message))
      .finally(() => setBusy(false));
  };
  const what =
    allowance.kind === 'signatures'
      ? t('event:allow.signatures', { path: allowance.path, patterns: allowance.patterns.join(', ') })
      : t(`event:allow.${allowance.kind}`, { ip: allowance.ip });
  return (
    <div className="grid justify-items-start gap-2">
      {undo && (
        <p role="status" className="flex items-center gap-2 text-text-2">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-success-text" />
          {t('event:allow.done')}
        </p>
      )}
      {/* One button, so that the focus stays on it. */}
      <Button
        size="sm"
        changes
        kind={isMain && !undo ? 'primary' : 'secondary'}
        icon={undo ? Undo2 : ShieldCheck}
        busy={isBusy}
        onClick={() => run(undo ? () => undo().then(() => setUndo(null)) : allow)}
      >
        {undo ? t('common:undo') : t('event:allow.action')}
      </Button>
      {!undo && <p className="text-help text-text-2 [overflow-wrap:anywhere]">{what}</p>}
      {refused && (
        <p role="alert" className="text-help text-danger-text">
          {refused}
        </p>
      )}
    </div>
  );
}
