import { stripVTControlCharacters } from 'node:util';

/**
 * The output of a terminal as plain text: without control sequences, characters that move the cursor, and invisible ones, which could
 * reorder a text. Of a line that was written several times, as by a progress bar, the last writing stays.
 */
export const toPlainText = (output: string): string =>
  stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.replace(/\r+$/, '').split('\r').at(-1) ?? '')
    .join('\n')
    .replace(/[^\P{C}\n\t]/gu, '')
    .trim();
