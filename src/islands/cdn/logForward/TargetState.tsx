import type { LogTarget } from '../../../lib/contract/cdn/logForward.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';

const kinds: Record<LogTarget['state'], StatusKind> = {
  delivering: 'ok',
  waiting: 'progress',
  failing: 'failed',
  suspended: 'failed',
  paused: 'waiting',
  off: 'off',
};

export function TargetState({ target: { state, waiting } }: { target: LogTarget }) {
  const t = useT();
  return (
    <StatusBadge kind={kinds[state]} square>
      {state === 'waiting' ? t('logForward:state.waiting', counted(waiting, currentLocale())) : t(`logForward:state.${state}`)}
    </StatusBadge>
  );
}
