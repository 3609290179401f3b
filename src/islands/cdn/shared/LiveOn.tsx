import type { EdgeDeploy } from '../../../lib/contract/cdn/deploy.ts';
import { formatList } from '../../../lib/format/list.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { StatusText } from '../../ui/StatusBadge.tsx';

const kinds = { deployed: 'ok', deploying: 'progress', failed: 'failed' } as const;

interface LiveOnProps {
  /** A domain or one of its rules. */
  of: { edge?: EdgeDeploy | undefined } | null | undefined;
  /** Without the reason of a failure, which the domain's state on the same page has. */
  short?: boolean;
}

/** Whether the connected edges serve what is saved of a domain or a rule; nothing without an edge. */
export function LiveOn({ of, short = false }: LiveOnProps) {
  const t = useT();
  const locale = currentLocale();
  if (!of?.edge) return null;
  const { status, edges, confirmed, reason, waitingFor = [] } = of.edge;
  const text =
    status === 'failed'
      ? t('deploy:edge.failed', { reason: (!short && reason?.message) || '' }).trim()
      : status === 'deployed'
        ? t('deploy:edge.deployed', counted(edges, locale))
        : t('deploy:edge.deploying', { confirmed: formatNumber(confirmed, locale), ...counted(edges, locale) });
  return (
    <span className="text-help text-text-2" data-edge={status} {...(status === 'failed' && !short && { role: 'status' })}>
      <StatusText kind={kinds[status]}>{text}</StatusText>
      {status === 'deploying' && !short && waitingFor.length > 0 && (
        <> {t('deploy:edge.waitingFor', { places: formatList(waitingFor, locale) })}</>
      )}
    </span>
  );
}
