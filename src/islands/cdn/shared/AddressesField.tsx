import { useT } from '../../../lib/i18n/react.tsx';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { ValidatedAddresses, type ValidatedAddressesProps } from './ValidatedAddresses.tsx';

interface AddressesFieldProps extends ValidatedAddressesProps {
  /** As it was written or pasted. */
  text: string;
  onText: (text: string) => void;
  /** What is wrong with the list as a whole. */
  error: string | undefined;
}

/** Addresses, one per line, validated while typing; invalid ones are listed and can be removed at once. Needs the texts of `firewallGroup`. */
export function AddressesField({ text, onText, errors, onDrop, error }: AddressesFieldProps) {
  const t = useT();
  const hasFault = errors.some((fault) => fault !== null);
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
      <ValidatedAddresses errors={errors} onDrop={onDrop} />
    </>
  );
}
