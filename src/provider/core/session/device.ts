import { plainIpv4 } from '../../../lib/rules/core/ipText.ts';
import { ipNetwork } from '../limits.ts';

/** Browser and system from a `User-Agent` header, by their common names; empty if unknown. */
export interface Device {
  browser: string;
  system: string;
}

// The order matters: most browsers include the names of others.
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const first = (among: [RegExp, string][], text: string) => among.find(([sign]) => sign.test(text))?.[1] ?? '';

export const parseDevice = (userAgent: string): Device => ({ browser: first(browsers, userAgent), system: first(systems, userAgent) });

/** Brands of the client hints by their common names; a brand that isn't listed is read from the user agent. */
const brands: Readonly<Record<string, string>> = {
  'Google Chrome': 'Chrome',
  'Microsoft Edge': 'Edge',
  Opera: 'Opera',
  Brave: 'Brave',
  Vivaldi: 'Vivaldi',
  YaBrowser: 'Yandex Browser',
  'Samsung Internet': 'Samsung Internet',
};
const platforms: Readonly<Record<string, string>> = {
  Windows: 'Windows',
  macOS: 'macOS',
  Android: 'Android',
  iOS: 'iOS',
  'Chrome OS': 'ChromeOS',
  'Chromium OS': 'ChromeOS',
  Linux: 'Linux',
};

/** The device of a request: from its client hints (User-Agent Client Hints, sections 3.1 and 3.7), else from its user agent. */
export function deviceFrom(headers: Headers, userAgent: string): Device {
  const named = [...(headers.get('x-ch-ua') ?? '').matchAll(/"([^"]{1,40})"\s*;\s*v=/g)].map(([, brand]) => brands[brand ?? '']);
  const platform = platforms[(headers.get('x-ch-ua-platform') ?? '').replaceAll('"', '').trim()];
  const parsed = parseDevice(userAgent);
  return { browser: named.find((brand) => brand !== undefined) ?? parsed.browser, system: platform ?? parsed.system };
}

/** The network of an address: ISPs assign another address of the same /24, or of the same IPv6 /64, every few days. */
export const addressPrefix = (ip: string): string => (plainIpv4(ip) ? ip.replace(/\.\d+$/, '.0/24') : ipNetwork(ip));

/** A coarse location of a device: it survives a browser update and a new address of the same connection. */
export function deviceFingerprint(ip: string, userAgent: string): string {
  const { browser, system } = parseDevice(userAgent);
  return `${addressPrefix(ip)} ${browser} ${system}`;
}
