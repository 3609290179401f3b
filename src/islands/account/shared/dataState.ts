import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../../../browser/api/errors.ts';
import type { DataState } from '../../ui/DataState.tsx';

/** The state of a read. Existing data stays while it is reloaded. */
export function toDataState<T>(read: UseQueryResult<T, ApiError>): DataState<T> {
  if (read.data !== undefined) return { state: 'data', data: read.data };
  if (read.error) return { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching };
  return { state: 'loading' };
}
