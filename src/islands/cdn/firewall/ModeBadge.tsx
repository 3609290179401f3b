import { Ban, Check } from 'lucide-react';
import { useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';

export function ModeBadge({ mode }: { mode: 'allow' | 'deny' }) {
  const t = useT();
  return (
    <Badge square tone={mode === 'allow' ? 'success' : 'danger'} icon={mode === 'allow' ? Check : Ban}>
      {t(`firewall:mode.${mode}`)}
    </Badge>
  );
}
