import type { CSSProperties } from 'react';
import { cx } from './cx.ts';

export interface AvatarProps {
  /** A person's or a domain's name; its initials are shown. */
  name: string;
  src?: string | undefined;
  size?: number | undefined;
  /** A square with one letter: domains. */
  tile?: boolean | undefined;
}

export function Avatar({ name, src, size = 28, tile }: AvatarProps) {
  const words = name.trim().split(/\s+/u);
  const initial = (word: string | undefined) => [...(word ?? '')][0]?.toUpperCase() ?? '';
  const letters =
    tile || words.length === 1
      ? initial(words[0])
      : initial(words[0]) + (/[\u0600-\u06ff]/.test(name) ? '\u200c' : '') + initial(words.at(-1));
  return (
    <span className={cx('avatar', tile && 'avatar-tile')} style={{ '--size': `${size}px` } as CSSProperties} aria-hidden="true">
      {src ? <img src={src} alt="" width={size} height={size} /> : letters}
    </span>
  );
}
