/**
 * An opaque color as `#rrggbb`, or one with alpha as `rgb(r g b / a)`.
 * @param {string} color
 * @returns {number[]} red, green and blue as 8 bits, and alpha
 */
const parse = (color) => {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color);
  if (hex) return [hex[1], hex[2], hex[3]].map((part) => Number.parseInt(part, 16)).concat(1);
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(color);
  if (rgb) return rgb.slice(1).map(Number);
  throw new Error(`${color} is neither #rrggbb nor rgb(r g b / a)`);
};

/** The visible color of `over` on the opaque `under`, as 8-bit red, green and blue. */
const visible = (over, under) => {
  const [red, green, blue, alpha] = parse(over);
  const [r, g, b] = parse(under);
  return [red * alpha + r * (1 - alpha), green * alpha + g * (1 - alpha), blue * alpha + b * (1 - alpha)];
};

const luminance = (rgb) => {
  const [r, g, b] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/**
 * Contrast of text on a background with an optional overlay (WCAG 2.2, "contrast ratio").
 * @param {string} text
 * @param {string} ground
 * @param {string} [veil]
 * @returns {number} 1 to 21
 */
export function contrast(text, ground, veil = 'rgb(0 0 0 / 0)') {
  const [high, low] = [luminance(visible(text, ground)), luminance(visible(veil, ground))].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}
