import { CircleAlert, CircleCheck } from 'lucide-react';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';

/** Maximum errors listed one by one. */
const MAX_VISIBLE = 8;

export interface ValidatedAddressesProps {
  /** The error of each address, as text; null: valid. */
  errors: readonly (string | null)[];
  /** What will be changed about valid ones when they are saved. */
  notices: readonly string[];
  /** Removes invalid ones from the text. */
  onDrop: () => void;
}

/** The number of valid addresses, and the errors of the others. Needs the texts of `firewallGroup`. */
export function ValidatedAddresses({ errors, notices, onDrop }: ValidatedAddressesProps) {
  const t = useT();
  const locale = currentLocale();
  const faults = errors.flatMap((fault, place) => (fault === null ? [] : [{ place, fault }]));
  const good = errors.length - faults.length;
  if (errors.length === 0) return null;
  return (
    <div className="grid gap-2 text-help" aria-live="polite">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {good > 0 && (
          <span className="flex items-center gap-1.5 text-success">
            <CircleCheck aria-hidden className="size-3.5" />
            {t('firewallGroup:good', counted(good, locale))}
          </span>
        )}
        {faults.length > 0 && (
          <span className="flex items-center gap-1.5 text-danger">
            <CircleAlert aria-hidden className="size-3.5" />
            {t('firewallGroup:bad', counted(faults.length, locale))}
          </span>
        )}
      </p>
      {notices.length > 0 && (
        <ul className="grid gap-1 text-warning">
          {notices.slice(0, MAX_VISIBLE).map((notice) => (
            <li key={notice} className="[overflow-wrap:anywhere]">
              {notice}
            </li>
          ))}
          {notices.length > MAX_VISIBLE && <li>{t('firewallGroup:moreFaults', counted(notices.length - MAX_VISIBLE, locale))}</li>}
        </ul>
      )}
      {faults.length > 0 && (
        <>
          <ul className="grid gap-1">
            {faults.slice(0, MAX_VISIBLE).map(({ place, fault }) => (
              <li key={place} className="[overflow-wrap:anywhere]">
                {fault}
              </li>
            ))}
            {faults.length > MAX_VISIBLE && <li>{t('firewallGroup:moreFaults', counted(faults.length - MAX_VISIBLE, locale))}</li>}
          </ul>
          {good > 0 && (
            <div>
              <Button size="sm" onClick={onDrop}>
                {t('firewallGroup:drop')}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}
