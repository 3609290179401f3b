import { describe } from 'vitest';
import { cloudContract } from '../../../../tests/support/openstack/contract.ts';
import { openLab, whyNoCloud } from '../../../../tests/support/openstack/lab.ts';

describe.skipIf(whyNoCloud)(`a real cloud${whyNoCloud ? ` (${whyNoCloud})` : ''}`, { timeout: 600_000 }, () =>
  cloudContract('the cloud at OS_AUTH_URL', openLab),
);
