import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { siteHref } from '../../../lib/routes/index.ts';
import type { AttackKind as Kind } from '../../../lib/rules/cdn/edge/waf/patternTable.ts';

/** What an attacker would get, and where the guide explains it. */
export function AttackKind({ kind }: { kind: Kind }) {
  const t = useT();
  const title = t(`attack:title.${kind}`);
  return (
    <p className="text-help text-text-2">
      {t(`attack:gain.${kind}`)}{' '}
      <a className="link" href={`${siteHref('/docs/waf-attacks', currentLocale())}#${kind}`} aria-label={`${t('attack:more')}: ${title}`}>
        {title}
      </a>
    </p>
  );
}
