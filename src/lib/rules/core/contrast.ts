/** An opaque colour as `#rrggbb`, or one with alpha as `rgb(r g b / a)`. */
const parse = (colour: string): [number, number, number, number] => {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour);
  if (hex) return [hex[1], hex[2], hex[3]].map((part) => Number.parseInt(part ?? '', 16)).concat(1) as [number, number, number, number];
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(colour);
  if (rgb) return rgb.slice(1).map(Number) as [number, number, number, number];
  throw new Error(`${colour} is neither #rrggbb nor rgb(r g b / a)`);
};

/** The visible color of `over` on the opaque `under`, as 8-bit red, green and blue. */
const seen = (over: string, under: string): [number, number, number] => {
  const [red, green, blue, alpha] = parse(over);
  const [r, g, b] = parse(under);
  return [red * alpha + r * (1 - alpha), green * alpha + g * (1 - alpha), blue * alpha + b * (1 - alpha)];
};

const luminance = (rgb: readonly number[]) => {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Contrast of text on a background with an optional overlay: 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(text: string, ground: string, veil = 'rgb(0 0 0 / 0)'): number {
  const [high = 0, low = 0] = [luminance(seen(text, ground)), luminance(seen(veil, ground))].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}
