import { useT } from '../../../lib/i18n/react.tsx';
import type { ProfilePart } from '../../../lib/rules/account/profile/missing.ts';
import { Card } from '../../ui/Card.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

/** The details still missing for an invoice. */
export function Completion({ missing }: { missing: readonly ProfilePart[] }) {
  const t = useT();
  const done = missing.length === 0;
  return (
    <Card
      title={t('profile:complete.title')}
      actions={<StatusBadge kind={done ? 'ok' : 'waiting'}>{done ? t('profile:complete.done') : t('profile:complete.open')}</StatusBadge>}
    >
      <p className="text-help text-text-2">{done ? t('profile:complete.doneText') : t('profile:complete.openText')}</p>
      {!done && (
        <ul className="mt-2 grid list-disc gap-1 ps-5 text-ui">
          {missing.map((part) => (
            <li key={part}>{t(`profile:field.${part}`)}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}
