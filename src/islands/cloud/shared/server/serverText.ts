import type { Server } from '../../../../lib/contract/cloud/server.ts';
import { formatDate } from '../../../../lib/format/date.ts';
import { formatNumber } from '../../../../lib/format/number.ts';
import type { Locale } from '../../../../lib/i18n/locales.ts';
import { currentLocale } from '../../../../lib/i18n/react.tsx';
import type { Translate } from '../../../../lib/i18n/translator.ts';
import { isBusy } from '../../../../lib/rules/cloud/server/states.ts';
import type { StatusKind } from '../../../ui/StatusBadge.tsx';

/** The state as a badge shows it: `ready` is split by power, and a resize on trial is beside it. */
export function serverStatus(
  { state, power, suspended, trialUntil }: Pick<Server, 'state' | 'power' | 'suspended'> & Partial<Pick<Server, 'trialUntil'>>,
  t: Translate,
): { kind: StatusKind; text: string } {
  if (suspended) return { kind: 'waiting', text: t('server:state.suspended') };
  if (state === 'failed') return { kind: 'failed', text: t('server:state.failed') };
  if (state === 'ready' && power === 'off') return { kind: 'off', text: t('server:state.off') };
  if (state === 'resized') {
    const running = t(power === 'on' ? 'server:state.ready' : 'server:state.off');
    const text = trialUntil
      ? t('server:state.trialUntil', { power: running, date: formatDate(trialUntil, currentLocale()) })
      : t('server:state.trial', { power: running });
    return { kind: 'waiting', text };
  }
  if (isBusy(state)) return { kind: 'progress', text: t(`server:state.${state}`) };
  return { kind: state === 'ready' ? 'ok' : 'waiting', text: t(`server:state.${state}`) };
}

export const sizeText = (
  { cpu, ram, disk }: { cpu: number; ram: number; disk: { size: number; type: string } },
  t: Translate,
  locale: Locale,
) =>
  t('server:sizeLine', {
    cpu: formatNumber(cpu, locale),
    ram: formatNumber(ram, locale),
    disk: formatNumber(disk.size, locale),
    type: disk.type === 'nvme' ? 'NVMe' : 'SSD',
  });

export const serverFacts = ({ state, power, protect, suspended }: Server) => ({ state, power, protect, suspended });

/** While an action is in progress, its list is polled: live events may be late or disconnected. */
export const POLL_MS = 5_000;
export const pollInterval = (servers: readonly Server[] | undefined): number | undefined =>
  servers?.some(({ state }) => isBusy(state)) ? POLL_MS : undefined;

/** Memory and disks are sold in whole GB; usage has one more digit. */
export const gigabytes = (value: number, locale: Locale): string =>
  formatNumber(value, locale, { style: 'unit', unit: 'gigabyte', unitDisplay: 'short', maximumFractionDigits: 1 });
