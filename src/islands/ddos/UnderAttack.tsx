import { useUnderAttack } from '../../lib/api/underAttack.ts';
import type { Ddos } from '../../lib/contract/ddos.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { AttackControls } from '../ui/AttackControls.tsx';
import { Card } from '../ui/Card.tsx';

/** Challenges everybody for a time, and ends by itself. */
export function UnderAttack({ domainId, setting }: { domainId: string; setting: Ddos }) {
  const t = useT();
  const mode = useUnderAttack(domainId);
  return (
    <Card title={t('ddos:attack.title')} line>
      <AttackControls {...mode} initial="1h" until={setting.underAttackUntil} isReplaced={setting.challengeType === 'l34'} />
    </Card>
  );
}
