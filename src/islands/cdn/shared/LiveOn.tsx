import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { StatusText } from '../../ui/StatusBadge.tsx';

const kinds = { deployed: 'ok', deploying: 'progress', failed: 'failed' } as const;

/** Whether the connected edges serve what is saved of a domain; nothing without an edge. */
export function LiveOn({ domain }: { domain: Pick<Domain, 'edge'> | null | undefined }) {
  const t = useT();
  const locale = currentLocale();
  if (!domain?.edge) return null;
  const { status, edges, confirmed, reason } = domain.edge;
  const text =
    status === 'failed'
      ? t('deploy:edge.failed', { reason: reason?.message ?? '' })
      : status === 'deployed'
        ? t('deploy:edge.deployed', counted(edges, locale))
        : t('deploy:edge.deploying', { confirmed: formatNumber(confirmed, locale), ...counted(edges, locale) });
  return (
    <span className="text-help text-text-2" data-edge={status} {...(status === 'failed' && { role: 'status' })}>
      <StatusText kind={kinds[status]}>{text}</StatusText>
    </span>
  );
}
