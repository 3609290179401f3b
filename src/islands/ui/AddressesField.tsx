import { useT } from '../../lib/i18n/react.tsx';
import { Field } from './Field.tsx';
import { JudgedAddresses, type JudgedAddressesProps } from './JudgedAddresses.tsx';
import { Textarea } from './Textarea.tsx';

interface AddressesFieldProps extends JudgedAddressesProps {
  /** As it was written or pasted. */
  text: string;
  onText: (text: string) => void;
  /** What is wrong with the list as a whole. */
  error: string | undefined;
}

/** Addresses as lines, each judged while one writes; those with a fault are named and can be left out. Needs the texts of `firewallGroup`. */
export function AddressesField({ text, onText, judged, onDrop, error }: AddressesFieldProps) {
  const t = useT();
  const hasFault = judged.some((fault) => fault !== null);
  return (
    <>
      {/* What is wrong with a single address stands below, beside it. */}
      <Field label={t('firewallGroup:addresses')} help={t('firewallGroup:addressesHelp')} error={hasFault ? undefined : error}>
        <Textarea
          value={text}
          onChange={(event) => onText(event.target.value)}
          aria-invalid={hasFault || undefined}
          mono
          rows={8}
          placeholder={'192.0.2.10\n198.51.100.0/24\n2001:db8:77::/48'}
        />
      </Field>
      <JudgedAddresses judged={judged} onDrop={onDrop} />
    </>
  );
}
