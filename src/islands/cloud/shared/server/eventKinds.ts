import type { ServerEvent } from '../../../../lib/contract/cloud/server.ts';
import type { StatusKind } from '../../../ui/StatusBadge.tsx';

export const eventKinds: Record<ServerEvent['status'], StatusKind> = { running: 'progress', done: 'ok', failed: 'failed' };
