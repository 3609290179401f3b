import { Layers } from 'lucide-react';
import { type Cache, cache } from '../../../lib/contract/cdn/cache.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { FromServer } from '../../ui/FromServer.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { ClearCard } from './ClearCard.tsx';
import { CopiesCard } from './CopiesCard.tsx';
import { DevelopmentCard } from './DevelopmentCard.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { useCache } from './useCache.ts';

/** The cache settings of a domain: what is cached, for how long, and how to purge it. */
export default function Caching({ domainName }: { domainName: string }) {
  return (
    <FromServer>
      <CacheScreen domainName={domainName} />
    </FromServer>
  );
}

function CacheScreen({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, cache.get, (domainId) => ({ domainId }));
  return (
    <DomainPage
      title={t('cache:title')}
      description={t('cache:lead')}
      docs={{ href: guidePath('cache', currentLocale()), label: t('common:help') }}
      icon={Layers}
      domainName={domainName}
      isUnknown={domain === null}
      live={domain}
      reading={reading}
      failed={t('cache:loadFailed')}
      rows={10}
    >
      {(answer) => domain && <Settings domain={domain} saved={answer.cache} />}
    </DomainPage>
  );
}

function Settings({ domain, saved }: { domain: Domain; saved: Cache }) {
  const saving = useCache(domain, saved);
  return (
    <div className="grid max-w-[760px] gap-[18px]">
      <CopiesCard saving={saving} />
      <DevelopmentCard domain={domain} saved={saved} />
      <ClearCard domain={domain} />
      <HistoryCard domain={domain} />
    </div>
  );
}
