import type { Usage } from '../../../lib/contract/finance/walletDetail.ts';
import { type Service, services } from '../../../lib/rules/core/service.ts';
import type { ChartData } from '../../ui/chart/types.ts';

/**
 * The days of a month as bars: spending by service, and the forecast. A day with more refunds than charges has no bar.
 *
 * @param nameOf returns the name of a service; `expected` is the series of the forecast
 */
export function buildChart({ days, services: spent }: Usage, nameOf: (key: Service | 'expected') => string): ChartData {
  const shown = services.filter((service) => spent.some((one) => one.service === service));
  const floor = (mills: number | undefined) => Math.max(0, mills ?? 0);
  return {
    // Noon: the same day in nearly every time zone.
    times: days.map(({ day }) => Date.parse(`${day}T12:00:00Z`)),
    series: [
      ...shown.map((service) => ({
        key: service,
        name: nameOf(service),
        color: services.indexOf(service) + 1,
        values: days.map((day) => floor(day.spent[service])),
      })),
      ...(days.some(({ expected }) => expected > 0)
        ? [{ key: 'expected', name: nameOf('expected'), color: 8, values: days.map(({ expected }) => floor(expected)) }]
        : []),
    ],
  };
}
