import { expect, test } from 'vitest';
import { t, withProvider } from '../../../../tests/support/panel.ts';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { isBusy, powers, serverStates } from '../../../lib/rules/cloud/server/states.ts';
import { serverStatus } from '../shared/server/serverText.ts';
import { serverFilters } from './serverColumns.tsx';

test('a server is counted under the state that its row shows, with all actions in progress as one, and a trial as such', async () => {
  await withProvider({ signedIn: false });
  const [filter] = serverFilters([]);
  const wrong = serverStates.flatMap((state) =>
    powers.flatMap((power) =>
      [true, false].flatMap((suspended) => {
        const server = { state, power, suspended } as Server; // what the filter reads
        const counted = filter?.options.find(({ value }) => value === filter.value(server))?.label;
        const text = isBusy(state) ? t('server:state.busy') : state === 'resized' ? t('server:state.resized') : null;
        const shown = (!suspended && text) || serverStatus(server, t).text;
        return counted === shown ? [] : [`${state} ${power} ${suspended}: ${counted}, shown ${shown}`];
      }),
    ),
  );
  expect(wrong).toEqual([]);
});
