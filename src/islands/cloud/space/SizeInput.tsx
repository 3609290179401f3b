import { useT } from '../../../lib/i18n/react.tsx';
import { spaceSize } from '../../../lib/rules/cloud/space/limits.ts';
import { NumberInput } from '../../ui/NumberInput.tsx';

interface SizeInputProps {
  value: number;
  onChange: (value: number | null) => void;
  onBlur: () => void;
}

/** The size of a space in gigabytes. */
export function SizeInput({ value, onChange, onBlur }: SizeInputProps) {
  const t = useT();
  return (
    <NumberInput
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      min={spaceSize.min}
      max={spaceSize.max}
      step={10}
      suffix={<bdi dir="ltr">GB</bdi>}
      decreaseLabel={t('space:sizeLess')}
      increaseLabel={t('space:sizeMore')}
    />
  );
}
