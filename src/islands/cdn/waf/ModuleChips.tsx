import { useT } from '../../../lib/i18n/react.tsx';
import { type WafModule, wafModules } from '../../../lib/rules/cdn/edge/protection.ts';
import { Chip } from '../../ui/Chip.tsx';

interface ModuleChipsProps<M extends WafModule> {
  value: readonly M[];
  choices: readonly M[];
  onChange: (value: M[]) => void;
}

/** Modules as toggle buttons, in the order of the engine. */
export function ModuleChips<M extends WafModule>({ value, choices, onChange }: ModuleChipsProps<M>) {
  const t = useT();
  const toggle = (id: M) => onChange(choices.filter((one) => (one === id ? !value.includes(id) : value.includes(one))));
  return (
    <div className="flex flex-wrap gap-2">
      {choices.map((id) => (
        <Chip key={id} pressed={value.includes(id)} onClick={() => toggle(id)}>
          {t(`edge:module.${id}`)}
        </Chip>
      ))}
    </div>
  );
}

/** `custom` first: most rules need it. */
export const ruleModules: readonly WafModule[] = ['custom', ...wafModules.filter((id) => id !== 'custom')];
