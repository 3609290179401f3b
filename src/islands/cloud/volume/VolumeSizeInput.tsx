import { useT } from '../../../lib/i18n/react.tsx';
import { volumeSize } from '../../../lib/rules/cloud/volume.ts';
import { NumberInput } from '../../ui/NumberInput.tsx';

/** The size of a volume in gigabytes. @param min its current size */
export function VolumeSizeInput({
  value,
  onChange,
  min = volumeSize.min,
}: {
  value: number;
  onChange: (value: number) => void;
  min?: number;
}) {
  const t = useT();
  return (
    <NumberInput
      value={value}
      onChange={(size) => onChange(size ?? 0)}
      min={min}
      max={volumeSize.max}
      step={volumeSize.step}
      suffix={<bdi dir="ltr">GB</bdi>}
      decreaseLabel={t('volume:sizeLess')}
      increaseLabel={t('volume:sizeMore')}
    />
  );
}
