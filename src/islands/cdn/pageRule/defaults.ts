import { defaultRedirectStatus, type PathSettings } from '../../../lib/rules/cdn/edge/config.ts';
import type { Duration } from '../../../lib/rules/cdn/edge/protection.ts';
import { durationSeconds } from '../../../lib/rules/cdn/edge/types.ts';

/** Every setting with a value. */
export type AllSettings = { [K in keyof PathSettings]-?: NonNullable<PathSettings[K]> };

/** The initial value of a setting when its switch is turned on. */
export const beginsWith: AllSettings = {
  cacheTtl: { value: 30, unit: 'd' },
  defaultTtl: { value: 1, unit: 'd' },
  ignoreCacheControl: true,
  queryString: 'withQuery',
  imageResize: true,
  imageQuality: 75,
  webp: true,
  minify: { html: false, css: true, js: true },
  hostHeader: '',
  redirectUrl: '',
  redirectStatus: defaultRedirectStatus,
  redirectQuery: false,
  rewriteUrl: '',
  requestHeaders: [{ action: 'set', name: '', value: '' }],
  responseHeaders: [{ action: 'set', name: '', value: '' }],
  cors: { origins: [], methods: ['GET', 'HEAD', 'POST'], headers: [], credentials: false, maxAge: { value: 1, unit: 'h' } },
  connectionTimeout: { value: 30, unit: 's' },
  httpToHttps: true,
  tlsVersion: '1.2',
  hsts: { enabled: true, maxAge: { value: 5, unit: 'm' }, includeSubdomains: false, preload: false },
  cspOverride: '',
  maintenanceMode: true,
};

const short: readonly Duration[] = [
  { value: 1, unit: 's' },
  { value: 1, unit: 'm' },
];
const cacheTimes: readonly Duration[] = [
  { value: 30, unit: 'm' },
  { value: 4, unit: 'h' },
  { value: 1, unit: 'd' },
  { value: 7, unit: 'd' },
  { value: 30, unit: 'd' },
  { value: 365, unit: 'd' },
];
/** Cache time presets; plans with a short minimum get two more. */
export const cacheTimesFor = (minTtl: number | null): readonly Duration[] =>
  [...(minTtl === null || minTtl <= 1 ? short : []), ...cacheTimes].filter((time) => durationSeconds(time) >= (minTtl ?? 0));

/** How long browsers may remember the answer to a preflight; some forget it sooner. */
export const corsTimes: readonly Duration[] = [
  { value: 1, unit: 'm' },
  { value: 10, unit: 'm' },
  { value: 1, unit: 'h' },
  { value: 1, unit: 'd' },
];

export const timeouts: readonly Duration[] = [
  { value: 5, unit: 's' },
  { value: 10, unit: 's' },
  { value: 30, unit: 's' },
  { value: 1, unit: 'm' },
  { value: 2, unit: 'm' },
  { value: 5, unit: 'm' },
];

const texts = ['hostHeader', 'redirectUrl', 'rewriteUrl', 'cspOverride'] as const;
/** Settings with text. */
export type TextSetting = (typeof texts)[number];
export const isTextSetting = (name: keyof PathSettings): name is TextSetting => texts.some((one) => one === name);

const headerLists = ['requestHeaders', 'responseHeaders'] as const;
/** Settings with a list of changes of headers. */
export type HeaderSetting = (typeof headerLists)[number];
export const isHeaderSetting = (name: keyof PathSettings): name is HeaderSetting => headerLists.some((one) => one === name);
