import type { FirewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';

/** The rules that use a group, each with a link. */
export function UsedBy({ rules, explained = false }: { rules: FirewallGroup['usedBy']; explained?: boolean }) {
  const t = useT();
  if (rules.length === 0) return <p className="text-help text-text-3">{t('firewallGroup:unused')}</p>;
  return (
    <>
      {explained && <p className="mb-3">{t('firewallGroup:inUseText')}</p>}
      <ul className="flex flex-wrap gap-x-3 gap-y-1 text-help" aria-label={t('firewallGroup:usedBy')}>
        {!explained && (
          <li aria-hidden className="text-text-3">
            {t('firewallGroup:usedBy')}:
          </li>
        )}
        {rules.map(({ ruleId, domain, priority }) => (
          <li key={ruleId}>
            <a className="link" href={href('firewall', { domain })}>
              {t('firewallGroup:rulePlace', { domain, priority: formatNumber(priority, currentLocale()) })}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
