import { useT } from '../../../lib/i18n/react.tsx';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { ValidatedAddresses, type ValidatedAddressesProps } from './ValidatedAddresses.tsx';

interface AddressesFieldProps extends ValidatedAddressesProps {
  /** As typed or pasted. */
  text: string;
  onText: (text: string) => void;
  /** The error of the list as a whole. */
  error: string | undefined;
}

/** Addresses, one per line, validated while typing; invalid ones are listed and can be removed at once. Needs the texts of `firewallGroup`. */
export function AddressesField({ text, onText, errors, notices, onDrop, error }: AddressesFieldProps) {
  const t = useT();
  const hasFault = errors.some((fault) => fault !== null);
  return (
    <>
      {/* Errors of single addresses are shown below. */}
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
      <ValidatedAddresses errors={errors} notices={notices} onDrop={onDrop} />
    </>
  );
}
