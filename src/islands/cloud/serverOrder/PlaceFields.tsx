import { useRead } from '../../../browser/api/query.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { backup } from '../../../lib/contract/cloud/backup.ts';
import type { server } from '../../../lib/contract/cloud/server.ts';
import type { ServerApplication } from '../../../lib/contract/cloud/serverCatalogue.ts';
import { snapshot } from '../../../lib/contract/cloud/snapshot.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { visibleDataCenters } from '../../../lib/rules/cloud/dataCenter.ts';
import { findRunnable } from '../../../lib/rules/cloud/recipes/applications.ts';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { Select } from '../../ui/Select.tsx';
import { ApplicationField } from './ApplicationField.tsx';
import { Part } from './Part.tsx';
import type { PartProps } from './types.ts';

interface PlaceFieldsProps extends PartProps {
  centers: Output<typeof server.dataCenters>;
  systems: Output<typeof server.osList>;
  applications: readonly ServerApplication[];
}

/** The name of a system without its version: "Ubuntu" of "Ubuntu 22.04". */
const sizeFamily = (name: string) => name.replace(/\s[\d.]+$/, '');

/** The data center, the operating system and the application. */
export function PlaceFields({ form, values, set, centers, systems, applications }: PlaceFieldsProps) {
  const t = useT();
  const { errors } = form.formState;
  const snapshots =
    useRead(snapshot.list, {}).data?.snapshots.filter(({ id, status }) => status === 'ready' || id === values.snapshotId) ?? [];
  const backups =
    useRead(backup.list, {}).data?.backups.filter(({ status, source }) => status === 'ready' && source.kind === 'server') ?? [];
  const isCopy = Boolean(values.snapshotId || values.backupId);
  const families = [...new Map(systems.map((os) => [os.type, sizeFamily(os.name)]))];
  const versions = systems.filter(({ type }) => type === values.os.type);
  const choose = (os: (typeof systems)[number] | undefined) =>
    os &&
    set({
      os: { id: os.id, type: os.type, version: os.version },
      application: findRunnable(applications, os).some(({ id }) => id === values.application) ? values.application : null,
    });
  return (
    <>
      <Part number={1} title={t('serverOrder:center')}>
        <Field label={t('serverOrder:center')} hideLabel group error={errors.datacenterId?.message}>
          <RadioCards
            value={String(values.datacenterId)}
            onChange={(id) => set({ datacenterId: Number(id), networkId: null })}
            min={190}
            cards={visibleDataCenters(centers, values.datacenterId)
              .filter(({ isHidden }) => !isHidden)
              .map(({ id, name, code }) => ({
                value: String(id),
                label: name,
                end: <bdi className="mono text-caption text-text-3">{code}</bdi>,
              }))}
          />
        </Field>
      </Part>
      <Part number={2} title={t('serverOrder:os')}>
        {snapshots.length + backups.length > 0 && (
          <Field
            label={t('serverOrder:resources.source')}
            {...(isCopy && { help: t('serverOrder:resources.copyHelp') })}
            error={errors.snapshotId?.message ?? errors.backupId?.message}
          >
            <Select
              value={values.snapshotId ?? values.backupId ?? ''}
              onChange={(id) =>
                set({
                  snapshotId: snapshots.some((one) => one.id === id) ? id : null,
                  backupId: backups.some((one) => one.id === id) ? id : null,
                  ...(id !== '' && { application: null }),
                })
              }
              label={t('serverOrder:resources.source')}
              closeLabel={t('common:close')}
              className="max-w-96"
              options={[
                { value: '', label: t('serverOrder:resources.sourceOs') },
                ...snapshots.map(({ id, name, diskSize, os: { name: system } }) => ({
                  value: id,
                  label: t('serverOrder:resources.snapshot', { name, size: diskSize }),
                  description: system,
                })),
                ...backups.map(({ id, name, diskSize, source }) => ({
                  value: id,
                  label: t('serverOrder:resources.backup', { name, size: diskSize }),
                  description: source.name,
                })),
              ]}
            />
          </Field>
        )}
        {!isCopy && (
          <Field label={t('serverOrder:os')} hideLabel group error={errors.os?.message}>
            <RadioCards
              value={values.os.type}
              onChange={(type) => choose(systems.find((os) => os.type === type))}
              min={150}
              cards={families.map(([type, name]) => ({ value: type, label: <bdi>{name}</bdi> }))}
            />
          </Field>
        )}
        {!isCopy && versions.length > 1 && (
          <Field label={t('serverOrder:osVersion', { name: sizeFamily(versions[0]?.name ?? '') })}>
            <Select
              value={values.os.version}
              onChange={(version) => choose(versions.find((os) => os.version === version))}
              label={t('serverOrder:os')}
              closeLabel={t('common:close')}
              options={versions.map(({ version, name }) => ({ value: version, label: name, ltr: true }))}
              className="max-w-60"
            />
          </Field>
        )}
        {!isCopy && <ApplicationField form={form} values={values} set={set} applications={applications} />}
      </Part>
    </>
  );
}
