import { Hammer, Siren } from 'lucide-react';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';

/** The active temporary modes of a domain. Needs the texts of `domain`. */
export function ModeBadges({ underAttackUntil, developmentUntil }: Pick<Domain, 'underAttackUntil' | 'developmentUntil'>) {
  const t = useT();
  return (
    <>
      {underAttackUntil && (
        <Badge tone="danger" icon={Siren}>
          {t('domain:mode.underAttack.mark')}
        </Badge>
      )}
      {developmentUntil && (
        <Badge tone="warning" icon={Hammer}>
          {t('domain:mode.development.mark')}
        </Badge>
      )}
    </>
  );
}
