import { isIPv4 } from 'node:net';
import { networkOf } from './limits.ts';

/** What a `User-Agent` header says of browser and system, in the names that people know; empty where it says nothing. */
export interface Device {
  browser: string;
  system: string;
}

// The order matters: most browsers name those that they want to be taken for.
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

export const deviceOf = (userAgent: string): Device => ({ browser: first(browsers, userAgent), system: first(systems, userAgent) });

/** The neighbourhood of an address: providers hand out another one of the same /24, or of the same IPv6 /64, every few days. */
export const neighbourhoodOf = (ip: string): string => (isIPv4(ip) ? ip.replace(/\.\d+$/, '.0/24') : networkOf(ip));

/** Where somebody sits, coarse enough that an update of the browser or a new address of the same line is the same place. */
export function placeOf(ip: string, userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  return `${neighbourhoodOf(ip)} ${browser} ${system}`;
}
