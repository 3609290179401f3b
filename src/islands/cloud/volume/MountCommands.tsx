import type { Volume } from '../../../lib/contract/cloud/volume.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { mountCommands, mountSteps } from '../../../lib/rules/cloud/volume.ts';
import { CommandBlock } from '../shared/CommandBlock.tsx';

/** How to mount a volume on its server, step by step. */
export function MountCommands({ item }: { item: Volume }) {
  const t = useT();
  const commands = mountCommands(item.device, item.fileSystem, item.mountPoint);
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-text-2">{item.server ? t('volume:mountLead', { server: item.server.name }) : t('volume:mountFree')}</p>
      {mountSteps.map((step) => {
        const label = t(`volume:step.${step}`);
        return (
          <CommandBlock
            key={step}
            label={label}
            note={step === 'format' && <p className="text-danger-text text-help">{t('volume:step.formatHelp')}</p>}
            commands={commands[step]}
            copyLabel={t('volume:copy', { name: label })}
          />
        );
      })}
    </div>
  );
}
