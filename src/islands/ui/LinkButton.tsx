import type { ComponentPropsWithRef } from 'react';
import { Button, type ButtonLook, buttonClass } from './Button.tsx';
import type { Icon } from './icon.ts';
import { Kbd } from './Kbd.tsx';
import { type Changes, useLock } from './useLock.ts';

export interface LinkButtonProps extends ButtonLook, ComponentPropsWithRef<'a'> {
  href: string;
  icon?: Icon | undefined;
  trailing?: Icon | undefined;
  kbd?: string | undefined;
  /** It leads to a page that only serves to change something: without the right to, it is disabled with the reason. */
  changes?: Changes | undefined;
}

/** A link that looks like a button. */
export function LinkButton(props: LinkButtonProps) {
  const { kind, size, block, icon: Icon, trailing: Trailing, kbd, changes = false, className, children, ...rest } = props;
  const lock = useLock(changes);
  if (lock)
    return (
      <Button kind={kind} size={size} block={block} icon={Icon} className={className} changes={false} disabled reason={lock}>
        {children}
      </Button>
    );
  return (
    <a {...rest} className={buttonClass({ kind, size, block }, className)}>
      {Icon && <Icon aria-hidden />}
      {children}
      {Trailing && <Trailing aria-hidden className="mirror" />}
      {kbd && <Kbd>{kbd}</Kbd>}
    </a>
  );
}
