import { useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { type Space, space } from '../../../lib/contract/cloud/space.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { type MountTool, mountTools, spaceMountCommands, spaceMountSteps } from '../../../lib/rules/cloud/space/mount.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CommandBlock } from '../shared/CommandBlock.tsx';

/** How to mount a space on one of its servers, step by step. */
export function SpaceMount({ item, on: { name, mountPoint } }: { item: Space; on: Space['servers'][number] }) {
  const t = useT();
  const [tool, setTool] = useState<MountTool>('s3fs');
  const read = useRead(space.credentials, { spaceId: item.id });
  if (read.error) return <Banner tone="danger">{read.error.message}</Banner>;
  if (!read.data) return <Skeleton label={t('common:loading')} rows={6} />;
  const { credentials } = read.data;
  if (!credentials) return <p className="text-text-2">{t('space:credentials.none')}</p>;
  const commands = spaceMountCommands(tool, credentials, item.name, mountPoint);
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-text-2">{t('space:mount.commandsLead', { server: name })}</p>
      <Segmented
        label={t('space:mount.tool')}
        value={tool}
        onChange={setTool}
        segments={mountTools.map((value) => ({ value, label: <bdi>{value}</bdi> }))}
      />
      {spaceMountSteps.map((step) => {
        const label = t(`space:mount.step.${step}`);
        return <CommandBlock key={step} label={label} commands={commands[step]} copyLabel={t('space:credentials.copy', { name: label })} />;
      })}
      {tool === 'rclone' && <p className="text-help text-text-3">{t('space:mount.rcloneNote')}</p>}
    </div>
  );
}
