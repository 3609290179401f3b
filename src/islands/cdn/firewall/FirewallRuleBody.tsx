import { Clock, TriangleAlert } from 'lucide-react';
import type { FirewallRule } from '../../../lib/contract/cdn/firewall.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentTime } from '../../../lib/format/region.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { FirewallConfig } from '../../../lib/rules/cdn/firewall/evaluateVisitor.ts';
import { cx } from '../../ui/cx.ts';
import { ModeBadge } from './ModeBadge.tsx';

interface FirewallRuleBodyProps {
  rule: FirewallRule;
  title: string;
  groups: FirewallConfig['groups'];
  /** A warning about a probable mistake. */
  finding: string | undefined;
}

/** A rule in the list: what it matches, its action, its note and its expiry. */
export function FirewallRuleBody({ rule: { kind, value, mode, description, expiresAt }, title, groups, finding }: FirewallRuleBodyProps) {
  const t = useT();
  const locale = currentLocale();
  const size = kind === 'group' ? groups.find(({ id }) => id === value)?.ipAddresses.length : undefined;
  const isOver = expiresAt ? Date.parse(expiresAt) <= currentTime() : false;
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <ModeBadge mode={mode} />
        {kind === 'ip' || kind === 'asn' ? (
          <bdi dir="ltr" className="mono font-semibold [overflow-wrap:anywhere]">
            {title}
          </bdi>
        ) : (
          <b className="font-semibold [overflow-wrap:anywhere]">{title}</b>
        )}
        {kind === 'country' && (
          <bdi dir="ltr" className="mono text-text-3">
            {value}
          </bdi>
        )}
        {size !== undefined && <span className="text-text-3">{t('firewall:addresses', counted(size, locale))}</span>}
      </div>
      {(description || expiresAt) && (
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-help text-text-2">
          {description && <span className="[overflow-wrap:anywhere]">{description}</span>}
          {expiresAt && (
            <time
              dateTime={expiresAt}
              title={formatDateTime(expiresAt, locale)}
              className={cx('flex items-center gap-1.5', isOver && 'text-warning')}
            >
              <Clock aria-hidden className="size-3.5 flex-none" />
              {isOver
                ? t('firewall:expired', { time: formatAge(expiresAt, locale) })
                : t('firewall:until', { time: formatDateTime(expiresAt, locale) })}
            </time>
          )}
        </p>
      )}
      {finding && (
        <p className="mt-1 flex gap-1.5 text-help text-warning">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 flex-none" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{finding}</span>
        </p>
      )}
    </>
  );
}
