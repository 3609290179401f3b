import { Plus, Timer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useOfDomain } from '../../lib/api/ofDomain.ts';
import { type RateLimitRule, rateLimit } from '../../lib/contract/rateLimit.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { guideOf, href } from '../../lib/routes.ts';
import { Button } from '../ui/Button.tsx';
import { DomainPage } from '../ui/DomainPage.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { RateLimitList } from './RateLimitList.tsx';

const RuleDialog = lazy(async () => ({ default: (await import('./RuleDialog.tsx')).RuleDialog }));

/** Rate limits of a domain, in their order. */
export default function RateLimits({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useOfDomain(domainName, rateLimit.list, (domainId) => ({ domainId }));
  /** What the dialog is about: a rule, a new one, or nothing. It keeps what it showed while it leaves. */
  const [edited, setEdited] = useState<{ open: boolean; rule: RateLimitRule | null } | null>(null);
  const add = (
    <Button kind="primary" icon={Plus} onClick={() => setEdited({ open: true, rule: null })}>
      {t('rateLimit:add')}
    </Button>
  );
  return (
    <>
      <DomainPage
        title={t('rateLimit:title')}
        description={t('rateLimit:lead')}
        docs={{ href: guideOf('rateLimit', currentLocale()), label: t('common:help') }}
        actions={reading.state === 'data' && reading.data.rules.length > 0 && add}
        icon={Timer}
        domainName={domainName}
        isUnknown={domain === null}
        listHref={href('domains')}
        reading={reading}
        failed={t('rateLimit:loadFailed')}
      >
        {({ rules }) =>
          domain &&
          (rules.length === 0 ? (
            <EmptyState icon={Timer} title={t('rateLimit:empty.title')} description={t('rateLimit:empty.text')} action={add} />
          ) : (
            <RateLimitList domain={domain} rules={rules} onEdit={(rule) => setEdited({ open: true, rule })} />
          ))
        }
      </DomainPage>
      {domain && edited && (
        <Suspense>
          <RuleDialog
            key={edited.rule?.id ?? 'new'}
            open={edited.open}
            domain={domain}
            rule={edited.rule}
            onClose={() => setEdited({ ...edited, open: false })}
          />
        </Suspense>
      )}
    </>
  );
}
