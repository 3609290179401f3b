import { notifyCopied } from '../../../browser/copied.ts';
import { copy } from '../../ui/CopyButton.tsx';

/** Copies the content of a record, and reports whether that worked. */
export const copyContent = (content: string): Promise<void> => copy(content).then(notifyCopied);
