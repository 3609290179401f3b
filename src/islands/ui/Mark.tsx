import { type ReactNode, useId } from 'react';

export interface MarkProps {
  size?: number | undefined;
  /** Path of the brand’s own logo, which is square. */
  logo?: string | null | undefined;
  /** One colour: that of the text. */
  plain?: boolean | undefined;
  /** The word mark next to it: the brand's name in the page's language. */
  name?: ReactNode;
  /** Name for screen readers if there is no word mark. */
  label?: string | undefined;
}

/** The logo of the brand, or the built-in one. */
export function Mark({ size = 26, logo, plain, name, label }: MarkProps) {
  const id = useId();
  if (logo)
    return (
      <span className="mark">
        <img src={logo} alt={name ? '' : (label ?? '')} width={size} height={size} />
        {name && <span>{name}</span>}
      </span>
    );
  return (
    <span className="mark">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden beside the word mark */}
      <svg
        width={size}
        height={size}
        viewBox="0 0 32 32"
        fill="none"
        {...(label && !name ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      >
        {!plain && (
          <defs>
            <linearGradient id={id} x1="3" y1="26" x2="29" y2="6" gradientUnits="userSpaceOnUse">
              <stop stopColor="#2299dd" />
              <stop offset="1" stopColor="#4cd7d3" />
            </linearGradient>
          </defs>
        )}
        <g stroke={plain ? 'currentColor' : `url(#${id})`} strokeWidth="3.6" strokeLinecap="round">
          <path d="M4 24.5V16.2a5.6 5.6 0 0 1 10.6-2.5l4.3 9.1a4.9 4.9 0 0 0 9.3-2.1V7.5" />
          <path d="M16.2 7.2c1.7-.9 3.9-.3 4.8 1.6l1 2.1" opacity=".55" />
          <path d="M10 24.2c.2-1.2.2-2.6.1-4" opacity=".55" />
        </g>
      </svg>
      {name && <span>{name}</span>}
    </span>
  );
}
