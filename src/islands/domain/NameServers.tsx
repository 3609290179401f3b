import { ArrowRight } from 'lucide-react';
import { useEffect } from 'react';
import { useDomainOf } from '../../lib/api/domain.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import { formatNumber } from '../../lib/format/number.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { rich } from '../../lib/i18n/rich.tsx';
import { navigate } from '../../lib/navigate.ts';
import { href } from '../../lib/routes.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { DomainText } from '../ui/DomainText.tsx';
import { focusWhenLost } from '../ui/focusWhenLost.ts';
import { KeyValueList } from '../ui/KeyValueList.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { LoadError } from '../ui/LoadError.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { UnknownDomain } from '../ui/UnknownDomain.tsx';
import { askToRemove } from './remove.ts';
import { WizardFrame } from './WizardFrame.tsx';

/** Second step: the two name servers and what to do with them at the registrar. */
export default function NameServers({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, error, isPending, refetch } = useDomainOf(domainName);
  const isLive = domain?.status === 'active';
  // The first step's form is gone, and the focus with it: the title says where one is now.
  useEffect(() => focusWhenLost(() => document.querySelector<HTMLElement>('.wizard-head h1')), []);
  return (
    <WizardFrame
      title={rich(t, 'domain:servers.title', { name: <DomainText>{domainName}</DomainText> })}
      lead={isLive ? t('domain:servers.live') : t('domain:servers.lead')}
      current={isLive ? 3 : 1}
    >
      {domain === null ? (
        <UnknownDomain name={domainName} listHref={href('domains')} />
      ) : domain ? (
        <Servers domain={domain} />
      ) : error ? (
        <LoadError
          title={t('domain:loadFailed')}
          message={error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void refetch()}
          busy={isPending}
        />
      ) : (
        <Card>
          <Skeleton label={t('common:loading')} rows={5} />
        </Card>
      )}
    </WizardFrame>
  );
}

function Servers({ domain }: { domain: Domain }) {
  const t = useT();
  const isLive = domain.status === 'active';
  const items = domain.nameServers.map((server, index) => ({
    key: server,
    label: t('domain:servers.number', { number: formatNumber(index + 1, currentLocale()) }),
    value: <DomainText mono>{server}</DomainText>,
    action: (
      <CopyButton
        value={server}
        size="xs"
        label={t('domain:servers.copy', { server })}
        copiedLabel={t('common:copied')}
        failedLabel={t('common:copyFailed')}
      />
    ),
  }));
  return (
    <Card
      className="shadow-2"
      title={t('domain:servers.card')}
      line
      footer={
        <>
          {!isLive && (
            <Button
              kind="ghost"
              className="me-auto"
              onClick={() => askToRemove(domain, { unfinished: true, onRemoved: () => navigate.to(href('domains')) })}
            >
              {t('domain:servers.cancel')}
            </Button>
          )}
          <LinkButton kind="primary" className="ms-auto" trailing={ArrowRight} href={href('dns', { domain: domain.name })}>
            {t('domain:servers.openDns')}
          </LinkButton>
        </>
      }
    >
      <KeyValueList items={items} />
      <ol className="numbered mt-5 grid gap-2 ps-5 marker:text-text-3">
        <li>{t('domain:servers.stepOpen')}</li>
        <li>{t('domain:servers.stepReplace')}</li>
        <li>{t('domain:servers.stepSave')}</li>
      </ol>
      {!isLive && (
        <Banner tone="info" className="mt-5">
          {t('domain:servers.wait')}
        </Banner>
      )}
    </Card>
  );
}
