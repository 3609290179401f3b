declare module 'subset-font' {
  /** The part of subset-font used for invoices: a whole font as TrueType, with its axes at fixed values. */
  export default function subsetFont(
    font: Buffer,
    text: undefined,
    options: { keepAllGlyphs: true; targetFormat: 'truetype'; variationAxes: Record<string, number> },
  ): Promise<Buffer>;
}
