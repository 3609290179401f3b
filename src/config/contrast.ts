type Rgb = readonly [red: number, green: number, blue: number];

/** An opaque color as `#rrggbb`, or one with alpha as `rgb(r g b / a)`: 8 bits each, and alpha. */
const parse = (color: string): readonly [...Rgb, alpha: number] => {
  const hex = /^#([\da-f]{6})$/i.exec(color)?.[1];
  const bits = Number.parseInt(hex ?? '', 16);
  if (hex) return [bits >> 16, (bits >> 8) & 255, bits & 255, 1];
  const [, red, green, blue, alpha] = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(color) ?? [];
  if (alpha !== undefined) return [Number(red), Number(green), Number(blue), Number(alpha)];
  throw new Error(`${color} is neither #rrggbb nor rgb(r g b / a)`);
};

/** The visible color of `over` on the opaque `under`, as 8-bit red, green and blue. */
const visible = (over: string, under: string): Rgb => {
  const [red, green, blue, alpha] = parse(over);
  const [r, g, b] = parse(under);
  return [red * alpha + r * (1 - alpha), green * alpha + g * (1 - alpha), blue * alpha + b * (1 - alpha)];
};

const linear = (value: number): number => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const luminance = ([red, green, blue]: Rgb): number => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** Contrast of text on a background with an optional overlay, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(text: string, ground: string, veil = 'rgb(0 0 0 / 0)'): number {
  const [a, b] = [luminance(visible(text, ground)), luminance(visible(veil, ground))];
  const [high, low] = [Math.max(a, b), Math.min(a, b)];
  return (high + 0.05) / (low + 0.05);
}
