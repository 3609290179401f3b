import type { SshKey } from '../../../../lib/contract/cloud/sshKey.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';

interface KeyChoiceProps {
  keys: readonly SshKey[];
  /** IDs. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The keys of the account, to choose those of a server. */
export function KeyChoice({ keys, chosen, onChange }: KeyChoiceProps) {
  return keys.map(({ id, name, fingerprint }) => (
    <Checkbox
      key={id}
      label={name}
      help={
        <bdi dir="ltr" className="mono [overflow-wrap:anywhere]">
          {fingerprint}
        </bdi>
      }
      checked={chosen.includes(id)}
      onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
    />
  ));
}
