import type { Tone } from './icon.ts';

export interface MeterProps {
  /** 0 to 1. */
  value: number;
  /** Name for screen readers; omit it if the figure is next to it. */
  label?: string | undefined;
  /** The value in words: "84%". */
  valueText?: string | undefined;
  tone?: Tone | undefined;
}

/** How full something is. Grows from inline-start. */
export function Meter({ value, label, valueText, tone }: MeterProps) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  const bar = <span style={{ inlineSize: `${percent}%` }} />;
  if (!label)
    return (
      <div className="meter" data-tone={tone} aria-hidden>
        {bar}
      </div>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: <meter> cannot be drawn like this
    <div
      className="meter"
      data-tone={tone}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={valueText}
    >
      {bar}
    </div>
  );
}
