/** Keysyms of the X protocol, which RFB sends (RFC 6143, section 7.5.4). */
const RETURN = 0xff0d;
const TAB = 0xff09;
/** Characters beyond Latin-1 are their code point with this bit. */
const UNICODE = 0x1000000;

/** The keys that type a text on the keyboard of a graphical console; control characters other than line ends and tabs are left out. */
export const toKeysyms = (text: string): number[] =>
  [...text.replaceAll(/\r\n?/g, '\n')].flatMap((character) => {
    if (character === '\n') return [RETURN];
    if (character === '\t') return [TAB];
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return [];
    return [code < 0x100 ? code : UNICODE | code];
  });
