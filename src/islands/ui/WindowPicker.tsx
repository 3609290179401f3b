import { Segmented } from './Segmented.tsx';
import { Select } from './Select.tsx';

interface WindowPickerProps<V extends string> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  /** Always in view. */
  first: readonly V[];
  /** In a list behind them. */
  rest: readonly V[];
  name: (value: V) => string;
  /** What the list is called while none of its values is chosen. */
  more: string;
  closeLabel: string;
  /** Those of `first` that can't be chosen now. */
  disabled?: readonly V[] | undefined;
}

/** Chooses a time window: the common ones beside each other, the others in a list. */
export function WindowPicker<V extends string>(props: WindowPickerProps<V>) {
  const { label, value, onChange, first, rest, name, more, closeLabel, disabled = [] } = props;
  return (
    <div className="flex max-w-full flex-wrap items-center gap-2">
      <Segmented
        size="sm"
        label={label}
        value={value}
        onChange={onChange}
        segments={first.map((one) => ({ value: one, label: name(one), disabled: disabled.includes(one) }))}
      />
      <Select
        size="sm"
        label={label}
        closeLabel={closeLabel}
        placeholder={more}
        value={rest.includes(value) ? value : null}
        onChange={onChange}
        options={rest.map((one) => ({ value: one, label: name(one) }))}
        className="w-auto"
      />
    </div>
  );
}
