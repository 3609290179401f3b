import type { DnsSetting, DnsSettingForm } from '../../../lib/contract/cdn/dnsSetting.ts';
import { formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { ConflictBanner } from '../../ui/ConflictBanner.tsx';

interface SettingConflictProps {
  mine: DnsSettingForm;
  /** The current settings. */
  theirs: DnsSetting;
  busy: boolean;
  /** Keeps the local edits; saving then replaces the other version. */
  onKeep: () => void;
  onTake: () => void;
}

/** Shown when the settings were changed elsewhere: lists the differences and lets the customer choose. */
export function SettingConflict({ mine, theirs, busy, onKeep, onTake }: SettingConflictProps) {
  const t = useT();
  const state = (on: boolean) => (on ? t('dnsSetting:on') : t('dnsSetting:off'));
  const ttl = (seconds: number) => formatTtl(seconds, currentLocale());
  return (
    <ConflictBanner
      title={t('dnsSetting:conflict')}
      rows={[
        { label: t('dnsSetting:answers.ttl'), mine: ttl(mine.defaultTtl), theirs: ttl(theirs.defaultTtl) },
        { label: t('dnsSetting:answers.email'), mine: mine.soaEmail, theirs: theirs.soaEmail },
        { label: t('dnsSetting:records.proxy'), mine: state(mine.proxyDefault), theirs: state(theirs.proxyDefault) },
        { label: t('dnsSetting:flattening.title'), mine: state(mine.cnameFlattening), theirs: state(theirs.cnameFlattening) },
      ]}
      busy={busy}
      keepLabel={t('common:keepWriting')}
      onKeep={onKeep}
      onTake={onTake}
    />
  );
}
