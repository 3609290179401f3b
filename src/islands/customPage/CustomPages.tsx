import { PanelsTopLeft, Plus } from 'lucide-react';
import { useOfDomain } from '../../lib/api/ofDomain.ts';
import { customPage } from '../../lib/contract/customPage.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { guideOf, href } from '../../lib/routes.ts';
import { pageKinds } from '../../lib/rules/customPage/kinds.ts';
import { Button } from '../ui/Button.tsx';
import { DomainPage } from '../ui/DomainPage.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { newHref } from './address.ts';
import { KindCard } from './KindCard.tsx';

/** What visitors see in place of the site: the pages of a domain by kind, and which of them are shown. */
export default function CustomPages({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useOfDomain(domainName, customPage.list, (domainId) => ({ domainId }));
  const list = reading.state === 'data' ? reading.data : null;
  const isFull = list !== null && list.pages.length >= list.limit;
  return (
    <DomainPage
      title={t('customPage:title')}
      description={t('customPage:lead')}
      docs={{ href: guideOf('customPages', currentLocale()), label: t('common:help') }}
      actions={
        isFull ? (
          <Button kind="primary" icon={Plus} disabled reason={t('customPage:full', { max: list.limit })}>
            {t('customPage:add')}
          </Button>
        ) : (
          <LinkButton kind="primary" icon={Plus} href={newHref(domainName, 'maintenance')}>
            {t('customPage:add')}
          </LinkButton>
        )
      }
      icon={PanelsTopLeft}
      domainName={domainName}
      isUnknown={domain === null}
      listHref={href('domains')}
      reading={reading}
      failed={t('customPage:loadFailed')}
      rows={10}
    >
      {({ pages }) =>
        domain && (
          <div className="grid gap-[18px]">
            {pageKinds.map((kind) => (
              <KindCard key={kind} domain={domain} kind={kind} pages={pages.filter((page) => page.kind === kind)} isFull={isFull} />
            ))}
          </div>
        )
      }
    </DomainPage>
  );
}
