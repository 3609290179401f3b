import { useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import { useWrite } from '../../../browser/api/query.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import type { Input, Output } from '../../../lib/contract/call.ts';
import { version as calls } from '../../../lib/contract/cdn/version.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { formatBytes } from '../../../lib/format/quantity.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Diff } from './Diff.tsx';

/** As the call allows. */
const MAX = 16 * 1024 * 1024;
type Configuration = Input<typeof calls.import>['configuration'];
type ImportPreview = Output<typeof calls.import>;

/** Imports a configuration: what would change, or what prevents it, is shown first. */
export function ImportDialog({ domainId, onClose }: { domainId: string; onClose: () => void }) {
  const t = useT();
  const locale = currentLocale();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [configuration, setConfiguration] = useState<Configuration | null>(null);
  const [found, setFound] = useState<ImportPreview | null>(null);
  const [isSelfBlock, setSelfBlock] = useState(false);
  const write = useWrite(calls.import, { notices: 'form' });
  const { isPending } = write;
  const isReady = found !== null && found.refused.length === 0 && found.total > 0;

  const forget = () => {
    setProblem(null);
    setConfiguration(null);
    setFound(null);
    setSelfBlock(false);
  };
  const choose = async (chosen: File) => {
    setFile(chosen);
    forget();
    if (chosen.size > MAX) return setProblem(t('version:file.tooLarge'));
    let read: Configuration;
    try {
      read = JSON.parse(await chosen.text()) as Configuration; // the call checks it
    } catch {
      return setProblem(t('version:file.notJson'));
    }
    setConfiguration(read);
    await preview(read);
  };
  const preview = async (read: Configuration) => {
    try {
      setFound(await write.mutateAsync({ domainId, configuration: read, dryRun: true }));
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };
  const run = async () => {
    if (!configuration || !found) return;
    try {
      const done = await write.mutateAsync({
        domainId,
        configuration,
        base: found.base,
        ...(isSelfBlock && { confirmSelfBlock: true }),
      });
      if (!done.done) return setFound(done);
      notify({ type: 'success', title: t('version:file.imported') });
      onClose();
    } catch (error) {
      setSelfBlock(error instanceof Error && 'code' in error && error.code === 'firewall:error.selfBlock');
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={t('common:close')}
      size="large"
      title={t('version:file.importTitle')}
      description={t('version:file.importText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button kind="primary" busy={isPending} disabled={!isReady} onClick={() => void run()}>
            {isSelfBlock ? t('version:file.anyway') : t('version:file.apply')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {write.error && found && (
          <Banner tone={isSelfBlock ? 'warning' : 'danger'} live>
            {write.error.message}
          </Banner>
        )}
        <FileDrop
          title={t('version:file.drop')}
          hint={t('version:file.dropHint')}
          accept=".json,application/json"
          multiple={false}
          disabled={isPending}
          onAdd={([chosen]) => chosen && void choose(chosen)}
          onRemove={() => {
            setFile(null);
            forget();
          }}
          removeLabel={(name) => t('version:file.removeFile', { name })}
          files={file ? [{ id: 'file', name: file.name, size: formatBytes(file.size, locale), error: problem ?? undefined }] : []}
        />
        {found ? (
          found.refused.length > 0 ? (
            <section aria-label={t('version:file.refusedTitle')}>
              <Banner tone="danger" live className="mb-2">
                {t('version:file.refusedText')}
              </Banner>
              <ul aria-label={t('version:file.refusedTitle')} className="divide-y divide-border">
                {found.refused.map(({ part, index, name, field, message }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the list doesn't change
                  <li key={at} className="py-2 text-ui">
                    <p className="flex flex-wrap gap-x-2 text-caption text-text-3">
                      <span>{t(`version:type.${partType(part)}` as TKey)}</span>
                      {index !== null && <span>{t('version:file.refusedWhere', { n: formatNumber(index + 1, locale) })}</span>}
                      {name && <bdi>{name}</bdi>}
                      {field && <bdi className="font-mono">{field}</bdi>}
                    </p>
                    {message}
                  </li>
                ))}
              </ul>
            </section>
          ) : found.total === 0 ? (
            <p className="text-ui">{t('version:file.same')}</p>
          ) : (
            <div>
              <Diff diff={found.diff} total={found.total} />
            </div>
          )
        ) : (
          isPending && <Skeleton label={t('common:loading')} rows={4} />
        )}
      </div>
    </Dialog>
  );
}

/** A file of another kind is refused without the name of the field. */
const errorMessage = (error: unknown): string =>
  (error instanceof ApiError && error.fields['configuration.format']) || (error instanceof Error ? error.message : '');

const types: Record<string, string> = {
  'dns.records': 'dnsRecord',
  'dns.settings': 'dnsSetting',
  firewallGroups: 'firewallGroup',
  clusters: 'cluster',
  customPages: 'customPage',
};
/** A part of the file, as the differences name it. */
const partType = (part: string): string => types[part] ?? part.replace('settings.', 'setting.').replace('rules.', 'rule.');
