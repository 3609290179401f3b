import type { RateLimitRule } from '../../../lib/contract/cdn/rateLimit.ts';
import { afterPreposition } from '../../../lib/format/duration.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { durationSeconds } from '../../../lib/rules/cdn/edge/types.ts';
import { claimMark, useHas } from '../shared/engines.ts';

type Effect = Pick<RateLimitRule, 'requestCount' | 'time' | 'blockTime' | 'action' | 'challengeType'>;

/** The name of a rule in labels: its title, else its path, else what it does. */
export const rateLimitTitle = (t: Translate, rule: Effect & Pick<RateLimitRule, 'title' | 'path'>): string =>
  rule.title || rule.path || describeRule(t, rule);

/** A rule in the list: its title, the path it matches and its effect. */
export function RateLimitSummary({ rule }: { rule: RateLimitRule }) {
  const t = useT();
  const hasCaptcha = useHas('captcha');
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
        {rule.title && <b className="font-semibold">{rule.title}</b>}
        {rule.path ? (
          <bdi dir="ltr" className="mono text-text-2 [overflow-wrap:anywhere]">
            {rule.path}
          </bdi>
        ) : (
          <span className="text-text-2">{t('rateLimit:all')}</span>
        )}
      </div>
      <p className="text-help text-text-2" {...(rule.challengeType === 'captcha' && claimMark('captcha', hasCaptcha))}>
        {describeRule(t, rule)}
      </p>
    </>
  );
}

/** The effect of a rule in one sentence. */
export function describeRule(t: Translate, { requestCount, time, blockTime, action, challengeType }: Effect): string {
  const locale = currentLocale();
  const values = {
    count: formatNumber(requestCount, locale),
    time: afterPreposition(formatTtl(durationSeconds(time), locale, 'long'), locale),
    block: afterPreposition(formatTtl(durationSeconds(blockTime), locale, 'long'), locale),
  };
  if (action === 'block') return t('rateLimit:says.block', values);
  return t('rateLimit:says.challenge', { ...values, challenge: t(`rateLimit:challenge.${challengeType ?? 'js'}`) });
}
