import { Settings } from 'lucide-react';
import { useHashAction } from '../../../browser/address.ts';
import { useDomainByName } from '../../../browser/api/domain.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { UnknownDomain } from '../shared/UnknownDomain.tsx';
import { DomainDetails } from './DomainDetails.tsx';
import { ToggleButton } from './ToggleButton.tsx';
import { confirmPause, resume, toggleReason } from './toggle.ts';

/** Settings of the domain itself: pausing and details. The other cards of the page are islands of their features. */
export default function DomainSettings({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, error, isPending, refetch } = useDomainByName(domainName);
  if (domain === null)
    return (
      <>
        <PageHeader title={t('overview:settings.title')} />
        <UnknownDomain name={domainName} icon={Settings} />
      </>
    );
  return (
    <>
      <PageHeader
        title={t('overview:settings.title')}
        description={t('overview:settings.lead')}
        docs={{ href: guidePath('domainSettings', currentLocale()), label: t('common:help') }}
      />
      {domain ? (
        <Sections domain={domain} />
      ) : error ? (
        <LoadError
          title={t('overview:loadFailed')}
          message={error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void refetch()}
          busy={isPending}
        />
      ) : (
        <Card className="max-w-[760px]">
          <Skeleton label={t('common:loading')} rows={6} />
        </Card>
      )}
    </>
  );
}

function Sections({ domain }: { domain: Domain }) {
  const t = useT();
  const { status } = domain;
  useHashAction('pause', () => {
    if (status === 'active') confirmPause(domain);
    else if (status === 'inactive') void resume(domain);
  });
  return (
    <div className="grid max-w-[760px] gap-[18px]">
      <Card title={t('overview:settings.pause.title')}>
        <p className="text-ui">{t(status === 'inactive' ? 'overview:settings.pause.inactive' : 'overview:settings.pause.active')}</p>
        <div className="mt-3.5 flex flex-wrap items-center gap-x-3 gap-y-2">
          <ToggleButton domain={domain} />
          {/* Touch devices have no tooltips, so the reason is shown next to the button. */}
          <span className="text-caption text-text-3">{toggleReason(domain)}</span>
        </div>
      </Card>
      <DomainDetails domain={domain} />
    </div>
  );
}
