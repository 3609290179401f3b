import { Link2Off, Plus, Terminal } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { Space } from '../../../lib/contract/cloud/space.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { useDetachSpace } from './useDetachSpace.ts';

const AttachSpace = lazy(async () => ({ default: (await import('./AttachSpace.tsx')).AttachSpace }));
const SpaceMount = lazy(async () => ({ default: (await import('./SpaceMount.tsx')).SpaceMount }));

/** The servers that use a space as a folder. */
export function MountCard({ item }: { item: Space }) {
  const t = useT();
  const { detach } = useDetachSpace();
  const { add, dialog } = useEditDialog<Space>({
    addTitle: t('space:mount.attachTitle', { name: item.name }),
    editTitle: '',
    form: (_, callbacks) => <AttachSpace item={item} {...callbacks} />,
  });
  const showCommands = (on: Space['servers'][number]) =>
    openDialog({
      kind: 'standard',
      size: 'large',
      title: t('space:mount.commandsTitle', { name: item.name, server: on.name }),
      body: () => (
        <Suspense>
          <SpaceMount item={item} on={on} />
        </Suspense>
      ),
    });
  return (
    <Card
      title={t('space:mount.title')}
      footer={
        <Button
          size="sm"
          icon={Plus}
          onClick={add}
          disabled={item.suspended}
          reason={item.suspended ? t('space:error.suspended') : undefined}
        >
          {t('space:mount.attach')}
        </Button>
      }
    >
      {item.servers.length > 0 ? (
        <ul className="grid gap-3.5">
          {item.servers.map((on) => (
            <li key={on.id} className="flex items-center justify-between gap-2">
              <span className="min-w-0">
                <a className="link block truncate" href={href('server', { id: on.id })}>
                  <bdi>{on.name}</bdi>
                </a>
                <bdi dir="ltr" className="mono block break-all text-caption text-text-3">
                  {on.mountPoint}
                </bdi>
              </span>
              <span className="flex shrink-0 gap-1">
                <IconButton
                  size="sm"
                  icon={Terminal}
                  label={t('space:mount.commands', { server: on.name })}
                  onClick={() => showCommands(on)}
                />
                <IconButton
                  changes
                  size="sm"
                  icon={Link2Off}
                  label={t('space:mount.detach', { server: on.name })}
                  onClick={() => detach(item, on)}
                />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-help text-text-3">{t('space:mount.none')}</p>
      )}
      {dialog}
    </Card>
  );
}
