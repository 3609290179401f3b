import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

export interface Step {
  key: string;
  label: ReactNode;
  description?: ReactNode;
  /** Only completed steps are links. */
  href?: string | undefined;
}
export interface StepperProps {
  steps: readonly Step[];
  /** Index of the current step. */
  current: number;
  label: string;
  doneLabel: string;
  /** Numbers in the page's digits. */
  number: (n: number) => string;
  /** Vertical from 1024 px on; else always horizontal. */
  vertical?: boolean | undefined;
}

export function Stepper({ steps, current, label, doneLabel, number, vertical }: StepperProps) {
  return (
    <nav aria-label={label}>
      <ol className="steps" data-vertical={vertical || undefined}>
        {steps.map((step, index) => {
          const state = index < current ? 'done' : index === current ? 'current' : 'coming';
          const text = (
            <span className="step-text">
              {step.label}
              {step.description && <small>{step.description}</small>}
            </span>
          );
          return (
            <li key={step.key} className="step" data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
              <span className="step-dot">
                {state === 'done' ? <Check aria-hidden /> : number(index + 1)}
                {state === 'done' && <span className="sr-only">{doneLabel}</span>}
              </span>
              {step.href && state === 'done' ? <a href={step.href}>{text}</a> : text}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
