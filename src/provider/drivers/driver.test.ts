import { driverContract } from '../../../tests/support/driverContract.ts';
import { recordingDriver, recordingEngine } from '../../../tests/support/recordingDriver.ts';
import type { Snapshot } from './driver.ts';

interface TestEntity extends Snapshot {
  text: string;
}

driverContract<TestEntity>('the recording driver', {
  async make() {
    const engine = recordingEngine<TestEntity>();
    const make = () => recordingDriver(engine, { capabilities: {}, refuses: ({ text }) => text === 'impossible' });
    return {
      driver: make(),
      again: make,
      loadState: async (id) => engine.resources.get(id)?.state?.text ?? null,
      async inject(how) {
        engine.always = how === 'down' ? 'fail' : 'hang';
        return async () => {
          engine.always = null;
        };
      },
    };
  },
  state: (id, version, text) => ({ id, version, text }),
  impossible: (id, version) => ({ id, version, text: 'impossible' }),
});
