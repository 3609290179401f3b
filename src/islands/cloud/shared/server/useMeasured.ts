import { useRead } from '../../../../browser/api/query.ts';
import { provider } from '../../../../lib/contract/core/provider.ts';

/** Whether hosts measure servers; also until the provider has said it. */
export const useMeasured = (): boolean => useRead(provider.capabilities, {}).data?.capabilities.serverMetrics !== false;
