import { refuse } from '../kernel/refusal.ts';
import type { SignedIn } from './implement.ts';

/** Allows operators only. For everybody else the call doesn't exist. */
export function requireOperator({ user }: Pick<SignedIn, 'user'>): void {
  if (!user.isAdmin) refuse(404, 'error:notFound');
}
