import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type Space, space } from '../../../lib/contract/cloud/space.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { Switch } from '../../ui/Switch.tsx';

/** Whether everyone can read the objects of a space. */
export function AccessCard({ item }: { item: Space & { access: NonNullable<Space['access']> } }) {
  const t = useT();
  const set = useWrite(space.setAccess);
  const change = (isPublic: boolean) => {
    const access = isPublic ? ('publicRead' as const) : ('private' as const);
    if (!isPublic) return set.mutate({ spaceId: item.id, access });
    openDialog({
      kind: 'confirm',
      title: t('space:access.question', { name: item.name }),
      description: t('space:access.text'),
      action: t('space:access.action'),
      run: () => set.mutateAsync({ spaceId: item.id, access }),
    });
  };
  return (
    <Card title={t('space:access.title')}>
      <Switch
        checked={item.access === 'publicRead'}
        onChange={change}
        busy={set.isPending}
        disabled={item.suspended}
        reason={item.suspended ? t('space:error.suspended') : undefined}
        label={t('space:access.label')}
        help={t(`space:access.${item.access}`)}
      />
    </Card>
  );
}
