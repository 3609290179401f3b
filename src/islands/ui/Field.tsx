import { CircleAlert, CircleCheck } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { cx } from './cx.ts';

interface FieldFacts {
  id: string;
  labelId: string;
  noteId: string | undefined;
  invalid: boolean;
  disabled: boolean;
  /** Several controls share the label: each has an id and a name of its own. */
  group: boolean;
}
interface FieldAria {
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  disabled?: true | undefined;
}
const FieldContext = createContext<FieldFacts | null>(null);

/** What a control inside a `Field` sets on its element, so that label, help and error are linked to it. */
export function useField() {
  const facts = useContext(FieldContext);
  const field = facts?.group ? null : facts;
  const aria: FieldAria = {};
  if (facts) {
    if (field) aria.id = field.id;
    aria['aria-describedby'] = facts.noteId;
    aria['aria-invalid'] = facts.invalid || undefined;
    aria.disabled = facts.disabled || undefined;
  }
  return {
    field,
    aria,
    /** For controls that `<label for>` cannot reach (groups, list buttons). */
    labeled: facts ? { 'aria-labelledby': facts.labelId, 'aria-describedby': facts.noteId } : {},
  };
}

export interface FieldProps {
  label: ReactNode;
  /** The word "optional" in the page's language. Required is the default and is not marked. */
  optional?: ReactNode;
  help?: ReactNode;
  /** Replaces the help. One sentence: what is wrong and what to do. */
  error?: ReactNode;
  /** Replaces the help: what is accepted but probably not intended. */
  warning?: ReactNode;
  /** Replaces the help, for values that the server has checked. */
  success?: ReactNode;
  /** At the end of the label's line, such as "Forgot password?". It follows the control in the tab order. */
  end?: ReactNode;
  /** The label is for screen readers only. */
  hideLabel?: boolean | undefined;
  /** The control is a group (RadioCards, Segmented, several inputs): named as a group instead of by `for`. */
  group?: boolean | undefined;
  disabled?: boolean | undefined;
  /** The error is announced when it appears: for a field that keeps the focus when its value is refused. */
  live?: boolean | undefined;
  /** Sets the control's id, if another element has to refer to it. */
  id?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function Field(props: FieldProps) {
  const {
    label,
    optional,
    help,
    error,
    warning,
    success,
    end,
    hideLabel,
    group,
    disabled = false,
    live,
    id: inputId,
    className,
    children,
  } = props;
  const own = useId();
  const id = inputId ?? own;
  const note = error ?? warning ?? success ?? help;
  const tone = error ? 'danger' : warning ? 'warning' : success ? 'success' : undefined;
  const facts: FieldFacts = {
    id,
    labelId: `${id}-l`,
    noteId: note ? `${id}-n` : undefined,
    invalid: Boolean(error),
    disabled,
    group: Boolean(group),
  };
  const Tag = group ? 'span' : 'label';
  return (
    <div
      className={cx('field', className)}
      // A group has no element of its own that could be invalid.
      data-invalid={facts.invalid || undefined}
      {...(group && { role: 'group', 'aria-labelledby': facts.labelId, 'aria-describedby': facts.noteId })}
    >
      <div className={cx('field-label', hideLabel && 'sr-only')}>
        <Tag id={facts.labelId} {...(!group && { htmlFor: id })}>
          {label}
        </Tag>
        {optional && <small>{optional}</small>}
      </div>
      <FieldContext value={facts}>{children}</FieldContext>
      {end && <div className="field-end">{end}</div>}
      {note && (
        <div id={facts.noteId} className="field-note" {...(error && live && { role: 'alert' })} {...(tone && { 'data-tone': tone })}>
          {(error || warning) && <CircleAlert aria-hidden />}
          {tone === 'success' && <CircleCheck aria-hidden />}
          <span>{note}</span>
        </div>
      )}
    </div>
  );
}
