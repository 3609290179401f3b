import { counted } from '../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';

/** How many fields are wrong, beside the button that was pressed. */
export function FaultCount({ count }: { count: number }) {
  const t = useT();
  return (
    <span role="status" className="me-auto text-help text-danger empty:hidden">
      {count > 0 && t('common:faults', counted(count, currentLocale()))}
    </span>
  );
}
