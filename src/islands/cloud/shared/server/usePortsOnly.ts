import { useRead } from '../../../../browser/api/query.ts';
import { provider } from '../../../../lib/contract/core/provider.ts';

/** Whether hosts forward ports to servers, so that firewall groups only decide which ones. */
export const usePortsOnly = (): boolean => useRead(provider.capabilities, {}).data?.capabilities.serverFirewall === 'ports';
