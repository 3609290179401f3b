import type { NameServers } from '../../../lib/contract/cdn/ns.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';

const kinds: Record<NameServers['status'], StatusKind> = { off: 'off', pending: 'waiting', active: 'ok' };

/** The current NS records of the zone. */
export function NsNow({ servers }: { servers: NameServers }) {
  const t = useT();
  return (
    <Card
      title={t('ns:now.title')}
      line
      actions={<StatusBadge kind={kinds[servers.status]}>{t(`ns:status.${servers.status}`)}</StatusBadge>}
    >
      <ul className="grid gap-2">
        {servers.answered.map((host) => (
          <li key={host} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              <DomainText mono>{host}</DomainText>
            </span>
            {servers.status === 'pending' && <Badge square>{servers.default.includes(host) ? t('ns:now.default') : t('ns:now.own')}</Badge>}
            <CopyButton
              value={host}
              size="xs"
              label={t('common:copy')}
              copiedLabel={t('common:copied')}
              failedLabel={t('common:copyFailed')}
            />
          </li>
        ))}
      </ul>
      {servers.status === 'pending' && <p className="mt-4 text-help text-text-2">{t('ns:now.pending')}</p>}
    </Card>
  );
}
