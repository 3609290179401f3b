import type { ReactNode } from 'react';

/** The state of a list. A list that doesn't handle loading or error does not compile. */
export type DataState<T> =
  | { state: 'loading' }
  | { state: 'error'; error: ReactNode; retry: () => void; busy?: boolean }
  | { state: 'empty' }
  | { state: 'data'; data: T };

export interface DataShellProps<T> {
  data: DataState<T>;
  loading: ReactNode;
  /** Usually `(message, retry) => <LoadError …/>`. */
  error: (message: ReactNode, retry: () => void, busy: boolean) => ReactNode;
  /** EmptyState, or NoResults when filters are set. */
  empty: ReactNode;
  children: (data: T) => ReactNode;
}

/** Renders the content for the state. All four are required. */
export function DataShell<T>({ data, loading, error, empty, children }: DataShellProps<T>) {
  switch (data.state) {
    case 'loading':
      return loading;
    case 'error':
      return error(data.error, data.retry, data.busy ?? false);
    case 'empty':
      return empty;
    case 'data':
      return children(data.data);
  }
}
