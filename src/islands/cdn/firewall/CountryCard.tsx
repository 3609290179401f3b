import { useEffect, useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import { useWrite } from '../../../browser/api/query.ts';
import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { confirmSelfBlock } from '../shared/confirmSelfBlock.ts';
import { claimMark, useHas } from '../shared/engines.ts';
import { AddCountry, ChosenCountries } from './Countries.tsx';
import type { FirewallData } from './useFirewall.ts';

interface CountryCardProps {
  domain: Domain;
  data: FirewallData;
  /** The countries of visitors are unknown. */
  noPlaces: boolean;
}

/** The country allowlist. */
export function CountryCard({ domain, data: { countryWhitelist: saved }, noPlaces }: CountryCardProps) {
  const t = useT();
  /** The saved values that the form started from. */
  const [base, setBase] = useState(saved);
  const [enabled, setEnabled] = useState(saved.enabled);
  const [countries, setCountries] = useState<readonly string[]>(saved.countries);
  const [message, setMessage] = useState<string | null>(null);
  const [isStale, setStale] = useState(false);
  const dirty = enabled !== base.enabled || [...countries].sort().join() !== base.countries.join();
  useUnsavedGuard(dirty);
  const begin = (from: typeof saved) => {
    setBase(from);
    setEnabled(from.enabled);
    setCountries(from.countries);
    setMessage(null);
    setStale(false);
  };
  // Saved by another tab or another part of this page, without local edits: the card updates.
  useEffect(() => {
    if (saved.version <= base.version) return;
    const isSame = saved.enabled === base.enabled && saved.countries.join() === base.countries.join();
    if (isSame) setBase(saved);
    else if (!dirty) begin(saved);
  });

  const update = useWrite(firewall.countryUpdate, { notices: 'form' });
  const save = async () => {
    setMessage(null);
    const input = { domainId: domain.id, enabled, countries: [...countries], version: isStale ? undefined : base.version };
    try {
      begin((await confirmSelfBlock((confirmed) => update.mutateAsync({ ...input, ...confirmed }))).countryWhitelist);
    } catch (error) {
      if (!(error instanceof ApiError) || error.shown) return;
      setStale(error.code === 'error:versionConflict');
      setMessage(error.code === 'error:versionConflict' ? t('firewall:country.conflict') : (error.fields.countries ?? error.message));
    }
  };
  return (
    <Card
      {...claimMark('geo', useHas('geo'))}
      title={t('firewall:country.title')}
      line
      footer={
        dirty && (
          <>
            <span role="status" className="me-auto text-help text-text-2">
              {t('firewall:country.dirty')}
            </span>
            <Button kind="ghost" onClick={() => begin(saved)}>
              {t('common:discard')}
            </Button>
            <Button kind="primary" onClick={() => void save()} busy={update.isPending} busyLabel={t('common:saving')}>
              {t('common:save')}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        {noPlaces && <Banner tone="warning">{`${t('rules:noPlaces')} ${t('firewall:country.noPlaces')}`}</Banner>}
        <Checkbox
          checked={enabled}
          disabled={noPlaces && !enabled}
          onChange={(event) => setEnabled(event.target.checked)}
          label={t('firewall:country.switch')}
          help={t('firewall:country.help')}
        />
        {countries.length > 0 ? (
          <ChosenCountries countries={countries} onChange={setCountries} label={t('firewall:country.title')} />
        ) : (
          <p className="text-help text-text-2">{t('firewall:country.none')}</p>
        )}
        <Field label={t('firewall:country.add')} className="max-w-[360px]">
          <AddCountry countries={countries} onChange={setCountries} label={t('firewall:country.add')} />
        </Field>
        {message && (
          <Banner tone={isStale ? 'warning' : 'danger'} live>
            {message}
          </Banner>
        )}
      </div>
    </Card>
  );
}
