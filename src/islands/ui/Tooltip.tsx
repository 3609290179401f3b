import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useFloating } from './useFloating.ts';

export interface TooltipProps {
  text: ReactNode;
  /** One element that can have focus. */
  children: ReactElement<HTMLAttributes<HTMLElement>>;
  /** The text is only the element's name over again: then it is not announced a second time. */
  names?: boolean | undefined;
  side?: 'top' | 'bottom' | undefined;
}

/** Shows after 350 ms of hover, or at once with keyboard focus. Escape hides it. Never on touch: what matters must not be here alone. */
export function Tooltip({ text, children, names, side = 'top' }: TooltipProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const anchor = useRef<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (target: HTMLElement, wait: number) => {
    anchor.current = target;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(true), wait);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  const own = children.props;
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': shown && !names ? id : own['aria-describedby'],
        onPointerEnter: (event: PointerEvent<HTMLElement>) => {
          own.onPointerEnter?.(event);
          if (event.pointerType === 'mouse') show(event.currentTarget, 350);
        },
        onPointerLeave: (event: PointerEvent<HTMLElement>) => {
          own.onPointerLeave?.(event);
          hide();
        },
        onPointerDown: (event: PointerEvent<HTMLElement>) => {
          own.onPointerDown?.(event);
          hide();
        },
        onFocus: (event: FocusEvent<HTMLElement>) => {
          own.onFocus?.(event);
          if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget, 0);
        },
        onBlur: (event: FocusEvent<HTMLElement>) => {
          own.onBlur?.(event);
          hide();
        },
      })}
      {shown && <Tip id={id} anchor={anchor} side={side} text={text} onEscape={hide} />}
    </>
  );
}

type TipProps = { id: string; anchor: RefObject<HTMLElement | null>; side: 'top' | 'bottom'; text: ReactNode; onEscape: () => void };
function Tip({ id, anchor, side, text, onEscape }: TipProps) {
  const panel = useRef<HTMLDivElement>(null);
  useFloating(anchor, panel, { side, align: 'center' });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onEscape();
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return createPortal(
    <div ref={panel} id={id} role="tooltip" className="float tip">
      {text}
    </div>,
    document.body,
  );
}
