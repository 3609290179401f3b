import type { ReactNode } from 'react';

export interface KeyValue {
  key: string;
  label: ReactNode;
  value: ReactNode;
  /** After the value: CopyButton, a link. */
  action?: ReactNode;
}
export function KeyValueList({ items }: { items: readonly KeyValue[] }) {
  return (
    <dl className="kv">
      {items.map(({ key, label, value, action }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>
            {value}
            {action}
          </dd>
        </div>
      ))}
    </dl>
  );
}
