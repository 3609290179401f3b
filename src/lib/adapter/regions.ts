import { AsyncLocalStorage } from 'node:async_hooks';
import { provideRegion, type Region } from '../format/region.ts';

const regions = new AsyncLocalStorage<Region | null>();
provideRegion(() => regions.getStore() ?? null);

/** Renders a page in the region of its reader. */
export const renderIn = <T>(region: Region | null, render: () => Promise<T>): Promise<T> => regions.run(region, render);
