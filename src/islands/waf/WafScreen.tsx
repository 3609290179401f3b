import { FlaskConical, ShieldAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useAddress } from '../../lib/address.ts';
import { useOfDomain } from '../../lib/api/ofDomain.ts';
import { useRead } from '../../lib/api/query.ts';
import { type WafException, waf } from '../../lib/contract/waf.ts';
import { formatNumber } from '../../lib/format/number.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { guideOf, href } from '../../lib/routes.ts';
import { Button } from '../ui/Button.tsx';
import { DomainPage } from '../ui/DomainPage.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Exceptions } from './Exceptions.tsx';
import { Protection } from './Protection.tsx';
import { Rules } from './Rules.tsx';

const TestDialog = lazy(async () => ({ default: (await import('./TestDialog.tsx')).TestDialog }));
const tabs = ['protection', 'rules', 'exceptions'] as const;
const address = { tab: 'protection' };

/** What an exception is made from: what a test has found. */
export type Found = Pick<WafException, 'title' | 'path' | 'patterns' | 'argument'>;

/** The web application firewall of a domain: what it does, and the customer's own rules and exceptions. */
export default function WafScreen({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useOfDomain(domainName, waf.get, (domainId) => ({ domainId }));
  const options = { enabled: Boolean(domain) };
  const rules = useRead(waf.rules, { domainId: domain?.id ?? '' }, options);
  const exceptions = useRead(waf.exceptions, { domainId: domain?.id ?? '' }, options);
  const [{ tab: wanted }, setAddress] = useAddress(address);
  const [test, setTest] = useState<'closed' | 'open' | 'leaving'>('closed');
  const [found, setFound] = useState<Found | null>(null);
  const tab = tabs.find((one) => one === wanted) ?? 'protection';
  const missing = [rules, exceptions].find((read) => !read.data);
  const whole: typeof reading =
    reading.state !== 'data' || !missing
      ? reading
      : missing.error
        ? { state: 'error', error: missing.error.message, retry: () => void missing.refetch(), busy: missing.isFetching }
        : { state: 'loading' };
  const counts = { protection: undefined, rules: rules.data?.rules.length, exceptions: exceptions.data?.exceptions.length };
  return (
    <>
      <DomainPage
        title={t('waf:title')}
        description={t('waf:lead')}
        docs={{ href: guideOf('waf', currentLocale()), label: t('common:help') }}
        actions={
          <Button icon={FlaskConical} onClick={() => setTest('open')}>
            {t('waf:test.open')}
          </Button>
        }
        stacked
        icon={ShieldAlert}
        domainName={domainName}
        isUnknown={domain === null}
        listHref={href('domains')}
        reading={whole}
        failed={t('waf:loadFailed')}
        rows={8}
        tabs={
          <Tabs
            label={t('waf:tab.label')}
            value={tab}
            onChange={(next) => setAddress({ tab: next })}
            panel="waf-panel"
            tabs={tabs.map((value) => {
              const count = counts[value];
              return { value, label: t(`waf:tab.${value}`), ...(count !== undefined && { count: formatNumber(count, currentLocale()) }) };
            })}
          />
        }
      >
        {({ waf: settings }) =>
          domain &&
          rules.data &&
          exceptions.data && (
            <div id="waf-panel" role="tabpanel" aria-label={t(`waf:tab.${tab}`)}>
              {tab === 'protection' && <Protection domainId={domain.id} waf={settings} />}
              {tab === 'rules' && <Rules domain={domain} rules={rules.data.rules} />}
              {tab === 'exceptions' && (
                <Exceptions
                  domain={domain}
                  exceptions={exceptions.data.exceptions}
                  modules={settings.modules}
                  found={found}
                  onTaken={() => setFound(null)}
                />
              )}
            </div>
          )
        }
      </DomainPage>
      {domain && reading.state === 'data' && rules.data && exceptions.data && test !== 'closed' && (
        <Suspense>
          <TestDialog
            open={test === 'open'}
            domainName={domain.name}
            waf={reading.data.waf}
            rules={rules.data.rules}
            exceptions={exceptions.data.exceptions}
            onClose={() => setTest('leaving')}
            onFalseAlarm={(one) => {
              setTest('leaving');
              setFound(one);
              setAddress({ tab: 'exceptions' });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
