import { useId } from 'react';
import type { Ssl } from '../../../lib/contract/cdn/ssl.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { DomainText } from '../../ui/DomainText.tsx';

/** The certificate that a name has now. */
export const findHolder = (others: readonly Ssl[], host: string): Ssl | undefined => others.find((one) => one.attachedHosts.includes(host));

interface HostChoicesProps {
  hosts: readonly string[];
  /** The other certificates of the domain, to show which one a name has now. */
  others: readonly Ssl[];
  chosen: readonly string[];
  onChange: (hosts: readonly string[]) => void;
}

/** The names to attach a certificate to, each with the certificate that it has now. */
export const HostChoices = ({ hosts, others, chosen, onChange }: HostChoicesProps) => (
  <div className="grid gap-2">
    {hosts.map((host) => (
      <HostChoice
        key={host}
        host={host}
        holder={findHolder(others, host)?.title}
        checked={chosen.includes(host)}
        onChange={(on) => onChange(on ? [...chosen, host] : chosen.filter((one) => one !== host))}
      />
    ))}
  </div>
);

interface ChoiceProps {
  host: string;
  /** Its current certificate. */
  holder: string | undefined;
  checked: boolean;
  onChange: (on: boolean) => void;
}

/** Outside the field's context, which is the group's: each checkbox has its own ID. */
function HostChoice({ host, holder, checked, onChange }: ChoiceProps) {
  const t = useT();
  const id = useId();
  return (
    <label htmlFor={id} className="choice">
      <input id={id} type="checkbox" className="check" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span className="choice-text">
        <DomainText mono className="[overflow-wrap:anywhere]">
          {host}
        </DomainText>
        <small>{holder === undefined ? t('ssl:attach.free') : t('ssl:attach.takes', { title: holder })}</small>
      </span>
    </label>
  );
}
