import { onTestFinished } from 'vitest';
import { auth } from '../../src/lib/contract/account/auth.ts';
import { task } from '../../src/lib/contract/core/task.ts';
import { uuidv7 } from '../../src/provider/core/ids.ts';
import { EventReader } from './events.ts';
import { startProvider, type TestProvider } from './provider.ts';
export const follow = async (
  { provider }: Pick<TestProvider, 'provider'>,
  token: string,
  headers: Record<string, string> = {},
  search = '',
) => {
  const left = new AbortController();
  const response = await provider.answer(
    new Request(`http://provider${task.stream.path}${search}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
      signal: left.signal,
    }),
    { ip: '192.0.2.1' },
  );
  const events = new EventReader(response);
  onTestFinished(() => events.cancel().catch(() => {}));
  return { events, response, left };
};
export async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const accountId = (await p.ok(auth.profile, {}, { token })).profile.id;
  const clock = () => ({ now: p.clock.now, newId: () => uuidv7(p.clock.now) });
  return { p, token, accountId, clock };
}
