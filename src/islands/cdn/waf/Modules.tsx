import type { useSaveNow } from '../../../browser/api/saveNow.ts';
import type { waf as calls, Waf } from '../../../lib/contract/cdn/waf.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';

type Module = Waf['modules'][number];

interface ModulesProps {
  domainId: string;
  modules: readonly Module[];
  change: ReturnType<typeof useSaveNow<typeof calls.modules>>;
}

/** What each module detects, whether it is on, and its action. */
export function Modules({ domainId, modules, change }: ModulesProps) {
  const t = useT();
  const busyId = change.pending?.modules?.[0]?.id;
  const save = ({ id, enabled, action }: Module, part: Partial<Pick<Module, 'enabled' | 'action'>>) =>
    void change.save({ domainId, modules: [{ id, enabled, ...part }] }, { domainId, modules: [{ id, enabled, action }] });
  return (
    <Card title={t('waf:modules.title')} sub={t('waf:modules.text')} line flush>
      {modules.every(({ enabled }) => !enabled) && (
        <div className="p-4">
          <Banner tone="warning">{t('waf:modules.none')}</Banner>
        </div>
      )}
      <ul className="divide-y divide-border">
        {modules.map((module) => (
          <li key={module.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-[18px] py-4">
            <div className="min-w-[220px] flex-1">
              <p className="flex flex-wrap items-baseline gap-x-2 font-semibold text-text">
                {module.title}
                <span className="num text-help font-normal text-text-3">
                  {t('waf:modules.family', { families: module.families.join(' · ') })}
                </span>
              </p>
              <p className="text-help text-text-2">{module.description}</p>
            </div>
            <div className="flex items-center gap-4 max-sm:w-full max-sm:justify-between">
              <Select
                changes
                size="sm"
                className="w-40"
                label={t('waf:modules.actionOf', { title: module.title })}
                closeLabel={t('common:close')}
                value={module.action}
                disabled={busyId === module.id}
                onChange={(action) => save(module, { action })}
                options={(['block', 'challenge', 'log'] as const).map((value) => ({ value, label: t(`waf:action.${value}`) }))}
              />
              <Switch
                aria-label={t('waf:modules.switch', { title: module.title })}
                checked={module.enabled}
                busy={busyId === module.id}
                onChange={(enabled) => save(module, { enabled })}
              />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
