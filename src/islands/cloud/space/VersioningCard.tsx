import { useWrite } from '../../../browser/api/query.ts';
import { type Space, space, type Versioning } from '../../../lib/contract/cloud/space.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { Switch } from '../../ui/Switch.tsx';

/** Whether a space keeps every version of its objects. */
export function VersioningCard({ item, versioning }: { item: Space; versioning: Versioning }) {
  const t = useT();
  const set = useWrite(space.setVersioning);
  return (
    <Card title={t('space:versioning.title')}>
      <Switch
        checked={versioning === 'enabled'}
        onChange={(enabled) => set.mutate({ spaceId: item.id, enabled })}
        busy={set.isPending}
        disabled={item.suspended}
        reason={item.suspended ? t('space:error.suspended') : undefined}
        label={t('space:versioning.label')}
        help={t(`space:versioning.${versioning}`)}
      />
    </Card>
  );
}
