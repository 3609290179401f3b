import { RefreshCw } from 'lucide-react';
import { useWrite } from '../../../browser/api/query.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { type NameServers, ns } from '../../../lib/contract/cdn/ns.ts';
import { formatTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DomainText } from '../../ui/DomainText.tsx';

/** The steps at the registrar, and what the registry lists so far. */
export function NsTodo({ domain, servers }: { domain: Domain; servers: NameServers }) {
  const t = useT();
  const verify = useWrite(ns.verify);
  const { custom, glueRequired, found, checkedAt } = servers;
  if (!custom) return null;
  const mono = (text: string) => <DomainText mono>{text}</DomainText>;
  const time = checkedAt ? formatTime(checkedAt, currentLocale()) : '';
  return (
    <Card
      title={t('ns:todo.title')}
      line
      footer={
        <>
          <span className="me-auto text-help text-text-2" role="status">
            {!found
              ? t('ns:check.never')
              : found.length === 0
                ? t('ns:check.foundNone', { time })
                : rich(t, 'ns:check.found', { hosts: mono(found.join(', ')) }, { time })}
          </span>
          <Button
            changes
            icon={RefreshCw}
            busy={verify.isPending}
            busyLabel={t('ns:check.busy')}
            onClick={() => verify.mutate({ domainId: domain.id })}
          >
            {t('ns:check.button')}
          </Button>
        </>
      }
    >
      <ol className="numbered grid gap-2 ps-5 marker:text-text-3">
        {[custom.first, custom.second]
          .filter(({ host }) => glueRequired.includes(host))
          .map(({ host, ipv4, ipv6 }) => (
            <li key={host}>{rich(t, 'ns:todo.glue', { host: mono(host), addresses: mono([ipv4, ipv6].filter(Boolean).join(', ')) })}</li>
          ))}
        <li>{rich(t, 'ns:todo.set', { first: mono(custom.first.host), second: mono(custom.second.host), domain: mono(domain.name) })}</li>
      </ol>
      <p className="mt-3 text-help text-text-2">{t('ns:todo.wait')}</p>
    </Card>
  );
}
