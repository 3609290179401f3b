import { Refused } from '../outcomes.ts';
import { runAgent } from '../qemu/agent.ts';
import type { Machine } from '../qemu/machine.ts';

/** Changes a password in a running system. @throws Refused when its agent doesn't respond or refuses */
export async function setPassword({ files }: Machine, username: string, password: string): Promise<void> {
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
