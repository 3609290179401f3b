import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { InlineCode } from '../../ui/InlineCode.tsx';

interface NameServerBannersProps {
  /** The newest domains. */
  domains: readonly Domain[];
  total: number;
  locale: Locale;
}

/** Domains that wait for their name servers, each with the two that have to be set. */
export function NameServerBanners({ domains, total, locale }: NameServerBannersProps) {
  const t = useT();
  const more = total - domains.length;
  return (
    <div className="mb-[18px] grid gap-2.5">
      {domains.map((domain) => (
        <Waiting key={domain.id} domain={domain} />
      ))}
      {more > 0 && (
        <Banner tone="warning" action={<a href={`${href('domains')}?status=pendingNsChange`}>{t('shell:dashboard.nameServers.show')}</a>}>
          {t('shell:dashboard.nameServers.more', { count: more, n: formatNumber(more, locale) })}
        </Banner>
      )}
    </div>
  );
}

function Waiting({ domain }: { domain: Domain }) {
  const t = useT();
  const { name, nameServers } = domain;
  return (
    <Banner tone="warning" action={<a href={href('setupServers', { domain: name })}>{t('shell:dashboard.nameServers.continue')}</a>}>
      {rich(t, 'shell:dashboard.nameServers.text', {
        domain: (
          <a href={href('overview', { domain: name })} className="font-semibold">
            <DomainText>{name}</DomainText>
          </a>
        ),
      })}
      <span className="mt-2 flex flex-wrap gap-2">
        {nameServers.map((server) => (
          <InlineCode
            key={server}
            value={server}
            copy={{
              label: t('shell:dashboard.nameServers.copy', { name: server }),
              copiedLabel: t('common:copied'),
              failedLabel: t('common:copyFailed'),
            }}
          />
        ))}
      </span>
    </Banner>
  );
}
