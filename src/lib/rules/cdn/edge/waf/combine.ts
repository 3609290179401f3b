import type { Match } from './detector.ts';
import { Sign } from './signs.ts';
import type { Value } from './value.ts';

/** Several steps as one detector. */
export const combine =
  (...steps: readonly ((value: Value) => readonly Match[])[]) =>
  (value: Value): readonly Match[] => {
    const found: Match[] = [];
    for (const detect of steps) for (const match of detect(value)) found.push(match);
    return found;
  };

/** Header fields that browsers send, in which semicolons, parentheses and names of systems are normal. */
const browserFields: ReadonlySet<string> = new Set(
  `user-agent referer origin cache-control pragma if-none-match if-modified-since range authorization content-type content-disposition dnt te
   priority via upgrade-insecure-requests x-requested-with x-forwarded-for x-forwarded-proto forwarded sec-ch-ua sec-ch-ua-mobile
   sec-ch-ua-platform sec-ch-ua-arch sec-ch-ua-model sec-ch-ua-full-version-list sec-ch-ua-platform-version sec-fetch-site sec-fetch-mode
   sec-fetch-dest sec-fetch-user sec-gpc save-data accept-charset x-real-ip content-language content-encoding if-range expect`.split(/\s+/),
);
export const isBrowserField = ({ place, name }: Value): boolean => place === 'header' && browserFields.has(name);

const inWords = Sign.space | Sign.comma | Sign.wide;
/** Words in a row, in one line: neither code nor a command behind something else. */
export const isWords = (value: Value): boolean => (value.signs & ~inWords) === 0 && !/[\r\n]/.test(value.decoded);

/** Several steps as one detector, for values that have more than words. */
export const unlessWords = (...steps: readonly ((value: Value) => readonly Match[])[]) => {
  const detect = combine(...steps);
  return (value: Value): readonly Match[] => (isWords(value) ? [] : detect(value));
};
