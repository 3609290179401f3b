import { useStore } from '@nanostores/react';
import { Monitor, Moon, Sun } from 'lucide-react';
import { type Control, Controller } from 'react-hook-form';
import { $theme, themes } from '../../../browser/stores/preferences.ts';
import type { PreferenceForm } from '../../../lib/contract/account/preference.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';

const icons = { system: Monitor, light: Sun, dark: Moon };

/** Theme and density. */
export function AppearanceCard({ control }: { control: Control<PreferenceForm> }) {
  const t = useT();
  const ofDevice = useStore($theme);
  return (
    <Card title={t('preference:appearance.title')} line>
      <div className="grid gap-5">
        <Field group label={t('preference:appearance.theme')}>
          <Controller
            control={control}
            name="theme"
            render={({ field }) => (
              <Segmented
                label={t('preference:appearance.theme')}
                value={field.value ?? ofDevice}
                onChange={field.onChange}
                segments={themes.map((theme) => ({ value: theme, label: t(`shell:account.${theme}`), icon: icons[theme] }))}
              />
            )}
          />
        </Field>
        <Field group label={t('preference:density.label')} help={t('preference:density.help')}>
          <Controller
            control={control}
            name="density"
            render={({ field }) => (
              <Segmented
                label={t('preference:density.label')}
                value={field.value}
                onChange={field.onChange}
                segments={(['comfortable', 'compact'] as const).map((density) => ({
                  value: density,
                  label: t(`preference:density.${density}`),
                }))}
              />
            )}
          />
        </Field>
      </div>
    </Card>
  );
}
