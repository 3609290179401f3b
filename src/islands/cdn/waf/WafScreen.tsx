import { FlaskConical, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useAddress, useHashAction } from '../../../browser/address.ts';
import { useRead } from '../../../browser/api/query.ts';
import { type WafException, waf } from '../../../lib/contract/cdn/waf.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { FromServer } from '../../ui/FromServer.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { DraftBar } from '../shared/draft/DraftBar.tsx';
import { simulatorHref } from '../shared/simulatorHref.ts';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { Protection } from './Protection.tsx';
import { WafExceptions } from './WafExceptions.tsx';
import { WafRules } from './WafRules.tsx';

const tabs = ['protection', 'rules', 'exceptions'] as const;
const lists = ['waf', 'wafException'] as const;
const address = { tab: 'protection' };

/** What the simulator begins with: a request that the WAF finds something in. */
const sampleAttack = (domain: string) => ({ url: `https://${domain}/?q=1' OR 1=1--`, headers: 'User-Agent: Mozilla/5.0' });

/** The part of a finding that fills in a new exception. */
export type FalsePositive = Pick<WafException, 'title' | 'path' | 'patterns' | 'argument'>;

/** The web application firewall of a domain: its mode and modules, custom rules and exceptions. */
export default function WafScreen({ domainName }: { domainName: string }) {
  return (
    <FromServer>
      <WafTabs domainName={domainName} />
    </FromServer>
  );
}

function WafTabs({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, waf.get, (domainId) => ({ domainId }));
  const options = { enabled: Boolean(domain) };
  const rules = useRead(waf.rules, { domainId: domain?.id ?? '' }, options);
  const exceptions = useRead(waf.exceptions, { domainId: domain?.id ?? '' }, options);
  const [{ tab: requested }, setAddress] = useAddress(address);
  const [falsePositive, setFalsePositive] = useState<FalsePositive | null>(null);
  // The simulator links here with what it found: `#except=path=/search&pattern=sqli-tautology&field=q`.
  useHashAction('except', (value) => {
    const found = new URLSearchParams(value);
    const pattern = found.get('pattern');
    if (!pattern) return;
    const title = t('waf:falseAlarmTitle', { pattern });
    setFalsePositive({ title, path: found.get('path') ?? '', patterns: [pattern], argument: found.get('field') ?? '' });
  });
  const tab = tabs.find((one) => one === requested) ?? 'protection';
  const pending = [rules, exceptions].find((read) => !read.data);
  const combined: typeof reading =
    reading.state !== 'data' || !pending
      ? reading
      : pending.error
        ? { state: 'error', error: pending.error.message, retry: () => void pending.refetch(), busy: pending.isFetching }
        : { state: 'loading' };
  const counts = { protection: undefined, rules: rules.data?.rules.length, exceptions: exceptions.data?.exceptions.length };
  return (
    <>
      <DomainPage
        title={t('waf:title')}
        description={t('waf:lead')}
        docs={{ href: guidePath('waf', currentLocale()), label: t('common:help') }}
        actions={
          <LinkButton icon={FlaskConical} href={simulatorHref(domainName, sampleAttack(domainName))}>
            {t('waf:test')}
          </LinkButton>
        }
        stacked
        icon={ShieldAlert}
        domainName={domainName}
        isUnknown={domain === null}
        live={domain}
        reading={combined}
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
              {tab === 'rules' && <WafRules domain={domain} rules={rules.data.rules} />}
              {tab === 'exceptions' && (
                <WafExceptions
                  domain={domain}
                  exceptions={exceptions.data.exceptions}
                  modules={settings.modules}
                  falsePositive={falsePositive}
                  onFalsePositiveDone={() => setFalsePositive(null)}
                />
              )}
            </div>
          )
        }
      </DomainPage>
      {domain && <DraftBar domain={domain} lists={lists} />}
    </>
  );
}
