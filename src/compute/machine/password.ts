import { Refused } from '../outcomes.ts';
import { hasAgent, runAgent } from '../qemu/agent.ts';
import type { Machine } from '../qemu/machine.ts';

/** Changes a password in a running system. @throws Refused when its agent doesn't respond or refuses */
export async function setPassword({ files, qmp }: Machine, username: string, password: string): Promise<void> {
  if (!(await hasAgent(qmp))) throw new Refused('server:reason.noAgent');
  try {
    await runAgent(files.agent, 'guest-set-user-password', {
      username,
      password: Buffer.from(password).toString('base64'),
      crypted: false,
    });
  } catch (error) {
    throw new Refused('server:reason.noAgent', {}, { cause: error });
  }
}
