import { stale, useWrite } from '../../../browser/api/query.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import { ddos } from '../../../lib/contract/cdn/ddos.ts';
import { formatDuration } from '../../../lib/format/quantity.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';

/** Presets for typical attacks; the API accepts any duration. */
const lengths = {
  '30m': { value: 30, unit: 'm' },
  '1h': { value: 1, unit: 'h' },
  '3h': { value: 3, unit: 'h' },
  '6h': { value: 6, unit: 'h' },
  '12h': { value: 12, unit: 'h' },
  '1d': { value: 1, unit: 'd' },
  '7d': { value: 7, unit: 'd' },
} as const;
export type AttackLength = keyof typeof lengths;

/**
 * Turns under attack mode on for a time, or off, with a message, for `ui/AttackControls`. Needs the texts of `ddos`.
 * @param onDone called when it was turned on, restarted or turned off
 */
export function useUnderAttack(domainId: string, onDone?: () => void) {
  const write = useWrite(ddos.underAttack);
  return {
    lengths: (Object.keys(lengths) as AttackLength[]).map((value) => ({ value, label: formatDuration(lengths[value], currentLocale()) })),
    busy: write.isPending,
    /** Null: off. */
    turn: (length: AttackLength | null) =>
      write.mutate(
        { domainId, enabled: length !== null, ...(length && { for: lengths[length] }) },
        {
          onSuccess: () => {
            notify({ type: 'success', title: t(length ? 'ddos:attack.started' : 'ddos:attack.stopped') });
            onDone?.();
          },
        },
      ),
    /** Its time is over: reloads whether it is on. */
    onEnd: () => stale(ddos.get),
  };
}
