import type { Ddos } from '../../../lib/contract/cdn/ddos.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { AttackControls } from '../shared/AttackControls.tsx';
import { useUnderAttack } from '../shared/useUnderAttack.ts';

/** Challenges every visitor for a limited time, then turns itself off. */
export function UnderAttack({ domainId, setting }: { domainId: string; setting: Ddos }) {
  const t = useT();
  const mode = useUnderAttack(domainId);
  return (
    <Card title={t('ddos:attack.title')} line>
      <AttackControls {...mode} initial="1h" until={setting.underAttackUntil} isReplaced={setting.challengeType === 'l34'} />
    </Card>
  );
}
