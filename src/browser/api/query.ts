import {
  keepPreviousData,
  MutationCache,
  notifyManager,
  QueryClient,
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { auth } from '../../lib/contract/account/auth.ts';
import type { BrowserCall, Input, NamedCall, Output } from '../../lib/contract/call.ts';
import { t } from '../../lib/i18n/react.tsx';
import { type PageData, pageData } from '../../lib/page.ts';
import { accessNow, isActing } from '../access.ts';
import { $session, whenLoggedOut } from '../stores/session.ts';
import { type SendOptions, send } from './client.ts';
import { ApiError } from './errors.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    mutationMeta: { call?: BrowserCall };
  }
}

const makeClient = () =>
  new QueryClient({
    defaultOptions: {
      // On a server, a timer would keep each request's data alive for ten minutes.
      queries: {
        staleTime: 5 * 60_000,
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 10 * 60_000,
        retry: (count, error) => count < 1 && (error.status === 0 || error.status >= 500),
        retryDelay: 5_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
    mutationCache: new MutationCache({
      onSuccess: (_data, _input, _context, mutation) => {
        const call = mutation.meta?.call;
        if (call) stale(call);
      },
    }),
  });

// Renders a response in the task that read it. The library's default, a timer, lets the browser paint a frame without it first.
notifyManager.setScheduler(queueMicrotask);

/** Every island is a separate React root, so the cache is a module, not a context. In the browser only: a server has many readers. */
export const queryClient = makeClient();

/** On a server: the cache of each page that is being rendered. It ends with the page. */
const pageClients = new WeakMap<PageData, QueryClient>();
function pageClient(): QueryClient {
  const data = pageData();
  const there = data && pageClients.get(data);
  if (there) return there;
  const made = makeClient();
  for (const { key, data: answer } of data?.reads ?? []) made.setQueryData(key, answer);
  if (data) pageClients.set(data, made);
  return made;
}
const currentClient = import.meta.env.SSR ? pageClient : () => queryClient;

/** After sign-out the islands remain until the sign-in page loads: they must not read again what was just cleared. */
let isOver = false;
whenLoggedOut(() => {
  isOver = true;
  queryClient.clear();
});
$session.listen((session) => {
  if (session) isOver = false;
});

/** What a write makes stale: its own group and those that it declares. */
export const stale = (call: Pick<BrowserCall, 'id' | 'touches'>): void => staleGroups([call.id[0], ...call.touches]);

/** Groups whose reads are made again, and the change log, which contains every change. */
export function staleGroups(groups: Iterable<string>): void {
  for (const name of [...groups, 'log']) void queryClient.invalidateQueries({ queryKey: [name] });
}

/** Requests of this window whose reads were already made again on their response. */
const own: string[] = [];
export const isOwnWrite = (requestId: string): boolean => requestId !== '' && own.includes(requestId);
const remember = (requestId: string): void => {
  own.push(requestId);
  if (own.length > 100) own.shift();
};

let hydratedReads: unknown = null;
/** Puts the server's reads for this page into the cache, once, so that the first render has them. */
export function hydrateQueries(): void {
  const data = pageData();
  if (!data || data === hydratedReads) return;
  hydratedReads = data;
  for (const { key, data: answer } of data.reads) queryClient.setQueryData(key, answer);
}

export const callQueryKey = <C extends NamedCall>(call: C, input: Input<C>) => [...call.id, input] as const;

/** How old the known access may be when it forbids a read. */
const ACCESS_MS = 60_000;

/**
 * Refuses a read that the role in the account acted for doesn't cover, by the table that the provider uses, without a request.
 * @throws {ApiError} 409, as the provider
 */
async function requireAccess(call: Pick<BrowserCall, 'id' | 'area' | 'access' | 'safe'>): Promise<void> {
  if (call.access === 'public' || !accessNow()) return;
  // Few customers act for others, and most providers have all areas.
  const { isReadDenied } = await import('../../lib/rules/core/roles.ts');
  const isDenied = () => isReadDenied(accessNow() ?? {}, call);
  if (!isDenied()) return;
  if (!isActing()) throw new ApiError('error:notImplemented', 404, t('error:notImplemented'));
  const queryKey = callQueryKey(auth.profile, {});
  const readAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  // The role may have been changed since.
  if (Date.now() - readAt > ACCESS_MS) await queryClient.refetchQueries({ queryKey });
  if (isDenied()) throw new ApiError('error:role', 409, t('error:role'));
}

export function q<C extends NamedCall>(call: C, input: Input<C>) {
  if (!import.meta.env.SSR) hydrateQueries();
  // A failed read shows its error in place of its data, with a retry button; a snackbar would show it twice.
  return queryOptions({
    queryKey: callQueryKey(call, input),
    queryFn: async ({ signal }): Promise<Output<C>> => {
      await requireAccess(call);
      return send(call, input, { signal, notices: 'none' });
    },
  });
}

export interface ReadOptions {
  enabled?: boolean;
  /** Reads again after this many milliseconds while the tab is visible. */
  pollMs?: number | undefined;
  /** Shows the data of the input before until that of a new one is there. */
  showPrevious?: boolean;
}

/** Reads a call: `const records = useRead(dns.list, { domainId })`. */
export const useRead = <C extends NamedCall>(call: C, input: Input<C>, options: ReadOptions = {}) =>
  useQuery(
    {
      ...q(call, input),
      enabled: () => options.enabled !== false && (!isOver || call.access === 'public'),
      refetchInterval: options.pollMs ?? false,
      ...(options.showPrevious && { placeholderData: keepPreviousData }),
    },
    currentClient(),
  );

type Sending = Omit<SendOptions, 'signal'>;
type Variables<C extends NamedCall> = Input<C> & { $send?: Sending };

/** Repeats a write whose answer didn't come. Its screen only sees the reads that are made again, so it reports success itself. */
function repeat<C extends NamedCall>(call: C, input: Input<C>, options: SendOptions): void {
  const { success: _, ...rest } = options;
  const again = { ...rest, answered: remember, retry: () => repeat(call, input, options) };
  send(call, input, again).then(
    () => stale(call),
    () => {}, // the snackbar shows it
  );
}

/** Writes with a call: `const create = useWrite(dns.create, { notices: 'form' })`. Reads of its group are made again. */
export function useWrite<C extends NamedCall>(call: C, options: Sending = {}): UseMutationResult<Output<C>, ApiError, Variables<C>> {
  return useMutation(
    {
      mutationFn: ({ $send, ...rest }: Variables<C>): Promise<Output<C>> => {
        const input = rest as Input<C>; // without $send, they are the input
        const sending: SendOptions = { ...options, ...$send };
        // A form that failed stays open and has its own button.
        const retry = sending.notices !== 'form' && call.idempotent ? () => repeat(call, input, sending) : undefined;
        return send(call, input, { answered: remember, ...sending, ...(retry && { retry }) });
      },
      meta: { call },
      networkMode: 'always',
    },
    queryClient,
  );
}
