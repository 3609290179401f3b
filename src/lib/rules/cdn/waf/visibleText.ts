/** Joiners belong to words of Persian, Arabic and Indic scripts, and to emoji. */
const invisible = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function picture(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '\u2421' : `\\u{${code.toString(16)}}`;
}

/**
 * A part of a request as people can read it: control characters as their pictures (Unicode block Control Pictures), and other invisible
 * characters, such as those that turn the direction of a text, as escapes.
 */
export const visibleText = (text: string): string => text.replace(invisible, picture);
