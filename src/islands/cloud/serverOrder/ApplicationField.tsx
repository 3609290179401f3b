import type { ServerApplication } from '../../../lib/contract/cloud/serverCatalogue.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { findRunnable, formatPorts } from '../../../lib/rules/cloud/recipes/applications.ts';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import type { PartProps } from './types.ts';

/** The application that a server starts with, of those that run on the chosen system. */
export function ApplicationField({ form, values, set, applications }: PartProps & { applications: readonly ServerApplication[] }) {
  const t = useT();
  const runnable = findRunnable(applications, values.os);
  const chosen = runnable.find(({ id }) => id === values.application);
  if (runnable.length === 0) return null;
  const ports = chosen && formatPorts(chosen.ports);
  return (
    <Field
      label={t('serverOrder:application.title')}
      optional={t('common:optional')}
      group
      help={`${t('serverOrder:application.help')}${ports ? ` ${t('serverOrder:application.ports', { ports })}` : ''}`}
      error={form.formState.errors.application?.message}
    >
      <RadioCards
        value={chosen?.id ?? 'none'}
        onChange={(id) => set({ application: id === 'none' ? null : id })}
        min={150}
        cards={[
          { value: 'none' as const, label: t('serverOrder:application.none') },
          ...runnable.map(({ id, name }) => ({
            value: id,
            label: <bdi>{name}</bdi>,
            description: t(`serverOrder:application.${id}`),
          })),
        ]}
      />
    </Field>
  );
}
