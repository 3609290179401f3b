import { useState } from 'react';
import { formatList } from '../../../lib/format/list.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { type TlsVersion, tlsVersions } from '../../../lib/rules/cdn/edge/config.ts';
import { Chip } from '../../ui/Chip.tsx';
import type { Saving } from './useHttps.ts';
import { WarningText } from './WarningText.tsx';

/** One button per version; the last enabled one can't be turned off and says why. */
export function TlsChips({ saving: { https, chooseTls } }: { saving: Saving }) {
  const t = useT();
  const [refused, setRefused] = useState(false);
  const press = (version: TlsVersion) => {
    const chosen = tlsVersions.filter((one) => https.tlsVersions.includes(one) !== (one === version));
    setRefused(chosen.length === 0);
    if (chosen.length > 0) void chooseTls(chosen);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a row of buttons everywhere
    <div role="group" aria-label={t('https:tls.title')} className="flex flex-wrap justify-end gap-1.5">
      {tlsVersions.map((version) => (
        <Chip key={version} changes pressed={https.tlsVersions.includes(version)} onClick={() => press(version)}>
          <bdi dir="ltr">{t('https:tls.label', { version })}</bdi>
        </Chip>
      ))}
      {refused && (
        <p role="alert" className="w-full text-end text-help text-danger">
          {t('https:error.tlsRequired')}
        </p>
      )}
    </div>
  );
}

const old: readonly TlsVersion[] = ['1.0', '1.1'];

/** The consequences of the selection: enabled old versions, and disabled current ones. */
export function TlsNotes({ versions }: { versions: readonly TlsVersion[] }) {
  const t = useT();
  const open = old.filter((one) => versions.includes(one)).map((version) => t('https:tls.label', { version }));
  return (
    <>
      {open.length > 0 && <WarningText>{t('https:tls.old', { versions: formatList(open, currentLocale()) })}</WarningText>}
      {!versions.includes('1.2') && <WarningText>{t('https:tls.no12')}</WarningText>}
    </>
  );
}
