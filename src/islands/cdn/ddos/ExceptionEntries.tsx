import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { exceptionFaults } from '../../../lib/rules/cdn/ddos/exceptions.ts';
import { networkNotice } from '../../../lib/rules/core/network.ts';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';

interface ExceptionEntriesProps {
  domainName: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur: () => void;
  /** The error of the list as a whole. */
  error: string | undefined;
  /** Errors of the provider, by index in the list. */
  refused: readonly (string | undefined)[];
}

const splitEntries = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((entry) => entry.text !== '');

/** One exception on each line; faults of a line are listed below, with its number, as soon as the field is left. */
export function ExceptionEntries({ domainName, value, onChange, onBlur, error, refused }: ExceptionEntriesProps) {
  const t = useT();
  const locale = currentLocale();
  const [text, setText] = useState(() => value.join('\n'));
  const [isLeft, setLeft] = useState(false);
  const entries = splitEntries(text);
  const found = exceptionFaults(
    entries.map((entry) => entry.text),
    domainName,
  );
  const faults = entries.flatMap((entry, index) => {
    const fault = found.get(index);
    if (fault && (isLeft || refused.length > 0)) {
      // The provider's index counts exceptions only; the field may also have empty lines.
      const first = typeof fault.params.line === 'number' ? entries[fault.params.line - 1]?.line : undefined;
      const params = first === undefined ? fault.params : { ...fault.params, line: formatNumber(first, locale) };
      return [{ line: entry.line, message: t(fault.key, params) }];
    }
    const message = refused[index];
    return message ? [{ line: entry.line, message: message }] : [];
  });
  const [notice] = entries.flatMap((entry) => networkNotice(entry.text, false) ?? []);
  return (
    <div>
      <Field
        label={t('ddos:form.exceptions')}
        optional={t('common:optional')}
        help={t('ddos:form.exceptionsHint')}
        error={error ?? (faults.length > 0 ? t('ddos:form.faults') : undefined)}
        warning={isLeft && notice ? t(notice.key, notice.params) : undefined}
        end={entries.length > 0 ? <span className="num">{t('ddos:form.count', counted(entries.length, locale))}</span> : undefined}
      >
        <Textarea
          mono
          grow
          rows={4}
          value={text}
          placeholder={'198.51.100.0/24\n/hooks/*'}
          onChange={(event) => {
            setText(event.target.value);
            onChange(splitEntries(event.target.value).map((entry) => entry.text));
          }}
          onBlur={() => {
            setLeft(true);
            onBlur();
          }}
        />
      </Field>
      {faults.length > 0 && (
        <ul className="mt-2 grid gap-1.5" aria-label={t('ddos:form.faults')}>
          {faults.map(({ line, message }) => (
            <li key={line} className="flex items-start gap-2 text-help text-danger">
              <CircleAlert aria-hidden className="mt-0.5 size-4 flex-none" />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <b className="font-semibold">{t('ddos:form.line', { line: formatNumber(line, locale) })}:</b> {message}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
