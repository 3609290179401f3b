import type { Volume } from '../../../lib/contract/cloud/volume.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { mountCommands, mountSteps } from '../../../lib/rules/cloud/volume.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Scroller } from '../../ui/Scroller.tsx';

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
          <div key={step}>
            <div className="mb-2 flex items-end justify-between gap-3">
              <div>
                <h3 className="font-semibold text-ui">{label}</h3>
                {step === 'format' && <p className="text-danger-text text-help">{t('volume:step.formatHelp')}</p>}
              </div>
              <CopyButton
                size="xs"
                value={commands[step]}
                label={t('volume:copy', { name: label })}
                copiedLabel={t('common:copied')}
                failedLabel={t('common:copyFailed')}
              />
            </div>
            <Scroller label={label} className="rounded-md bg-hover p-3">
              <pre dir="ltr" className="text-start text-caption text-text-2">
                {commands[step]}
              </pre>
            </Scroller>
          </div>
        );
      })}
    </div>
  );
}
