import type { ComponentPropsWithRef } from 'react';
import { type ButtonLook, buttonClass } from './Button.tsx';
import type { Icon } from './icon.ts';
import { Kbd } from './Kbd.tsx';

export interface LinkButtonProps extends ButtonLook, ComponentPropsWithRef<'a'> {
  href: string;
  icon?: Icon | undefined;
  trailing?: Icon | undefined;
  kbd?: string | undefined;
}

/** A link that looks like a button. */
export function LinkButton({ kind, size, block, icon: Icon, trailing: Trailing, kbd, className, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={buttonClass({ kind, size, block }, className)}>
      {Icon && <Icon aria-hidden />}
      {children}
      {Trailing && <Trailing aria-hidden className="mirror" />}
      {kbd && <Kbd>{kbd}</Kbd>}
    </a>
  );
}
