import { useMemo, useState } from 'react';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { formatReason } from '../../../lib/rules/cdn/edge/formatReason.ts';
import { checkNetwork } from '../../../lib/rules/cdn/firewall/address.ts';
import { evaluateVisitor } from '../../../lib/rules/cdn/firewall/evaluateVisitor.ts';
import { checkValue } from '../../../lib/rules/cdn/firewall/value.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { parseAsn } from '../../../lib/rules/core/network.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { StatusText } from '../../ui/StatusBadge.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { CountryField } from './CountryField.tsx';
import type { FirewallData } from './useFirewall.ts';

/** Runs the engine with an address: which rule decides, deployed and saved. */
export function Tester({ open, data, onClose }: { open: boolean; data: FirewallData; onClose: () => void }) {
  const t = useT();
  const locale = currentLocale();
  const [ip, setIp] = useState('');
  const [country, setCountry] = useState<string | null>(null);
  const [asn, setAsn] = useState('');
  const address = checkNetwork(ip);
  const network = asn.trim() === '' ? null : checkValue('asn', asn);
  const ipError =
    ip === '' ? null : isFault(address) ? t(address.key, address.params) : address.includes('/') ? t('firewall:tester.oneAddress') : null;
  const asnError = isFault(network) ? t(network.key, network.params) : null;
  const results = useMemo(() => {
    if (ip === '' || ipError || asnError || isFault(address)) return [];
    const visitor = { ip: address, country: country ?? undefined, asn: (asn && parseAsn(String(network))) || undefined };
    const judge = (source: 'deployed' | 'draft') => evaluateVisitor(data, visitor, source, Date.now());
    const [deployed, draft] = [judge('deployed'), judge('draft')];
    const isSame = JSON.stringify(deployed) === JSON.stringify(draft);
    return isSame
      ? [{ source: 'both' as const, ...deployed }]
      : [
          { source: 'deployed' as const, ...deployed },
          { source: 'draft' as const, ...draft },
        ];
  }, [data, ip, address, country, asn, network, ipError, asnError]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('firewall:tester.title')}
      description={t('firewall:tester.lead')}
      closeLabel={t('common:close')}
    >
      <div className="grid gap-[18px]">
        <Field
          label={t('firewall:tester.ip')}
          error={ipError ?? undefined}
          end={
            <button type="button" className="link" onClick={() => setIp(data.you.ip)}>
              {t('firewall:tester.mine')}
            </button>
          }
        >
          <TextInput
            value={ip}
            onChange={(event) => setIp(event.target.value)}
            mono
            autoComplete="off"
            placeholder="192.0.2.10"
            data-autofocus
          />
        </Field>
        <div className="grid items-start gap-[18px] sm:grid-cols-2">
          <Field
            label={t('firewall:tester.country')}
            optional={t('common:optional')}
            end={
              country !== null && (
                <button type="button" className="link" onClick={() => setCountry(null)}>
                  {t('firewall:tester.forget')}
                </button>
              )
            }
          >
            <CountryField value={country} onChange={setCountry} label={t('firewall:tester.country')} />
          </Field>
          <Field label={t('firewall:tester.asn')} optional={t('common:optional')} error={asnError ?? undefined}>
            <TextInput value={asn} onChange={(event) => setAsn(event.target.value)} mono autoComplete="off" placeholder="AS64511" />
          </Field>
        </div>
        <div role="status" className="grid gap-2.5 empty:hidden">
          {results.map(({ source, blocked, step }) => (
            <div key={source} className="rounded-lg border border-border px-4 py-3">
              <div className="flex flex-wrap items-center gap-x-3">
                <StatusText kind={blocked ? 'failed' : 'ok'}>{t(blocked ? 'firewall:tester.out' : 'firewall:tester.in')}</StatusText>
                <span className="text-help text-text-3">{t(`firewall:tester.${source}`)}</span>
              </div>
              <p className="mt-1 text-ui text-text-2 [overflow-wrap:anywhere]">{formatReason(step, t, locale)}</p>
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
