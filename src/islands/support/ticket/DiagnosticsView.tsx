import type { DiagnosticsSection, FailedCall } from '../../../lib/contract/core/diagnostics.ts';
import { useT } from '../../../lib/i18n/react.tsx';

interface DiagnosticsViewProps {
  sections: readonly DiagnosticsSection[];
  /** Of the customer's browser. */
  failed: readonly FailedCall[];
}

/** A snapshot, fact by fact. Names and values are technical and the same in every language. */
export default function DiagnosticsView({ sections, failed }: DiagnosticsViewProps) {
  const t = useT();
  const all = [
    ...sections,
    ...(failed.length === 0
      ? []
      : [
          {
            title: t('ticket:diagnostics.failed'),
            entries: failed.map(({ requestId, path, status, time }) => ({ name: time, value: `${path}: ${status} request ${requestId}` })),
          },
        ]),
  ];
  return (
    <div className="grid gap-5">
      {all.map(({ title, entries }) => (
        <section key={title} className="grid gap-1.5">
          <h3 className="text-ui font-semibold text-text">{title}</h3>
          <dl dir="ltr" className="mono grid text-caption">
            {entries.map(({ name, value }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a snapshot never changes, and its names aren't unique
              <div key={index} className="grid gap-x-3 border-border border-t py-1 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
                <dt className="break-words text-text-2">{name}</dt>
                <dd className="break-words text-text">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
