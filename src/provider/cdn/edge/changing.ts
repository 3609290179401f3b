import type { EdgeDriver } from '../../drivers/edge/edge.ts';

/** Domains that a commit of this process has changed, until their policies are compared; by the driver of edges. */
const changing = new WeakMap<EdgeDriver, ReadonlySet<string>>();
/** Whether a change of a domain is saved, but not part of a version yet. Known only of changes of this process. */
export const isChanging = (driver: EdgeDriver, domainId: string): boolean => changing.get(driver)?.has(domainId) ?? false;

/** @param domainIds is read whenever `isChanging` is called: it may change afterwards */
export const setChanging = (driver: EdgeDriver, domainIds: ReadonlySet<string>) => changing.set(driver, domainIds);
