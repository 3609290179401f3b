import { AsyncLocalStorage } from 'node:async_hooks';
import { provideRegion, type Region } from '../lib/format/region.ts';
import { type PageData, providePage, type Rendering } from '../lib/page.ts';

/** Everything that differs between the requests that a server renders at the same time. Nothing else may keep it (docs/decisions/0042). */
interface Request extends Rendering {
  region: Region | null;
}
const requests = new AsyncLocalStorage<Request>();
provideRegion(() => requests.getStore()?.region ?? null);
providePage(() => requests.getStore() ?? null);

/** Renders a page in the region of its reader. @param search the query string of its address, with the question mark */
export const renderIn = <T>(region: Region | null, search: string, render: () => Promise<T>): Promise<T> =>
  requests.run({ region, search, page: null }, render);

/** From here on, islands of the current request are rendered with the data of its page. */
export function setPageData(page: PageData): void {
  const request = requests.getStore();
  if (request) request.page = page;
}
