import { PanelsTopLeft, Plus } from 'lucide-react';
import { customPage } from '../../../lib/contract/cdn/customPage.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guideOf } from '../../../lib/routes/index.ts';
import { pageKinds } from '../../../lib/rules/cdn/customPage/kinds.ts';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { newHref } from './address.ts';
import { KindCard } from './KindCard.tsx';

/** The custom pages of a domain by kind, and which of them are shown to visitors. */
export default function CustomPages({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, customPage.list, (domainId) => ({ domainId }));
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
      live={domain}
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
