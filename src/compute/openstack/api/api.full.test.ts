import { afterAll, beforeAll, describe } from 'vitest';
import { cloudContract } from '../../../../tests/support/openstack/contract.ts';
import { openLab, whyNoCloud } from '../../../../tests/support/openstack/lab.ts';
import { recordShapes, storeShapes } from '../../../../tests/support/openstack/shapes.ts';

describe.skipIf(whyNoCloud)(`a real cloud${whyNoCloud ? ` (${whyNoCloud})` : ''}`, () => {
  // The fixture for `npm test`: run this file with RECORD=1 on a cloud.
  if (process.env.RECORD) {
    let recording: ReturnType<typeof recordShapes>;
    beforeAll(() => {
      recording = recordShapes();
    });
    afterAll(() => {
      recording.stop();
      storeShapes(recording.shapes);
    });
  }
  cloudContract('the cloud at OS_AUTH_URL', openLab);
});
