import { Plus, Split } from 'lucide-react';
import { useOfDomain } from '../../lib/api/ofDomain.ts';
import { path } from '../../lib/contract/path.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { guideOf, href } from '../../lib/routes.ts';
import { Button } from '../ui/Button.tsx';
import { DomainPage } from '../ui/DomainPage.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { RuleList } from './RuleList.tsx';
import { TryUrl } from './TryUrl.tsx';
import { isFull, Usage } from './Usage.tsx';

/** Page rules of a domain, in their order. */
export default function PageRules({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useOfDomain(domainName, path.list, (domainId) => ({ domainId }));
  const add =
    reading.state === 'data' && isFull(reading.data) ? (
      <Button kind="primary" icon={Plus} disabled reason={t('path:usage.full')}>
        {t('path:add')}
      </Button>
    ) : (
      <LinkButton kind="primary" icon={Plus} href={href('pageRuleAdd', { domain: domainName })}>
        {t('path:add')}
      </LinkButton>
    );
  return (
    <DomainPage
      title={t('path:title')}
      description={t('path:lead')}
      docs={{ href: guideOf('pageRules', currentLocale()), label: t('common:help') }}
      actions={reading.state === 'data' && reading.data.paths.length > 0 && add}
      icon={Split}
      domainName={domainName}
      isUnknown={domain === null}
      listHref={href('domains')}
      reading={reading}
      failed={t('path:loadFailed')}
    >
      {({ paths, ...usage }) =>
        domain &&
        (paths.length === 0 ? (
          <EmptyState icon={Split} title={t('path:empty.title')} description={t('path:empty.text')} action={add} />
        ) : (
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
            <RuleList domain={domain} rules={paths} />
            <div className="grid gap-4">
              <TryUrl domain={domain.name} rules={paths} />
              <Usage domain={domain} {...usage} />
            </div>
          </div>
        ))
      }
    </DomainPage>
  );
}
