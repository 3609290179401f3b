import { formatTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { type StatusKind, StatusText } from '../../ui/StatusBadge.tsx';

export interface DeployStateProps {
  status: 'draft' | 'saved' | 'deploying' | 'deployed' | 'failed';
  /** Why it failed, in the language of the page. */
  reason?: string | undefined;
  /** ISO time of the next try. */
  nextAttemptAt?: string | undefined;
}

const kinds: Record<DeployStateProps['status'], StatusKind> = {
  draft: 'off',
  saved: 'off',
  deploying: 'progress',
  deployed: 'ok',
  failed: 'failed',
};

/** The deployment status in one line. Needs the texts of `deploy`. */
export function DeployState({ status, reason = '', nextAttemptAt }: DeployStateProps) {
  const t = useT();
  if (status === 'draft') return null;
  const text = status === 'failed' ? t('deploy:state.failed', { reason }) : t(`deploy:state.${status}`);
  const retry = nextAttemptAt && t('deploy:state.retry', { time: formatTime(nextAttemptAt, currentLocale()) });
  return (
    // Success isn't announced after each save, because the snackbar was.
    <span className="text-help text-text-2" {...(status === 'failed' && { role: 'status' })}>
      <StatusText kind={kinds[status]}>{retry ? `${text} ${retry}` : text}</StatusText>
    </span>
  );
}
