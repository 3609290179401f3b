import { useRead } from '../../lib/api/query.ts';
import { useUnderAttack } from '../../lib/api/underAttack.ts';
import { ddos } from '../../lib/contract/ddos.ts';
import { AttackControls } from '../ui/AttackControls.tsx';

/** What the dialog of under attack mode holds. It reads for itself: the mode may end while the dialog stands open. */
export function AttackDialog({ domainId, onDone }: { domainId: string; onDone: () => void }) {
  const setting = useRead(ddos.get, { domainId }).data?.ddos;
  const mode = useUnderAttack(domainId, onDone);
  // The row that opens the dialog has read it already.
  if (!setting) return null;
  return <AttackControls {...mode} initial="1h" until={setting.underAttackUntil} isReplaced={setting.challengeType === 'l34'} />;
}
