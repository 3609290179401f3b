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
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

export interface TooltipProps {
  text: ReactNode;
  /** One focusable element. */
  children: ReactElement<HTMLAttributes<HTMLElement>>;
  /** The text repeats the element's name, so that it is not announced a second time. */
  names?: boolean | undefined;
  side?: 'top' | 'bottom' | undefined;
}

/**
 * Shown after 350 ms of hover, or at once with keyboard focus. Escape hides it. Never on touch: don't put information only here. A
 * custom component, because Headless UI has no tooltip.
 */
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

const GAP = 6;
/** From the window's edges, in px. */
const MARGIN = 8;

type TipProps = { id: string; anchor: RefObject<HTMLElement | null>; side: 'top' | 'bottom'; text: ReactNode; onEscape: () => void };
function Tip({ id, anchor, side, text, onEscape }: TipProps) {
  const tip = useRef<HTMLDivElement>(null);
  // Once: a tooltip is gone before anything moves.
  useLayoutEffect(() => {
    const [at, box] = [anchor.current?.getBoundingClientRect(), tip.current];
    if (!at || !box) return;
    const { offsetWidth: width, offsetHeight: height } = box;
    const x = Math.max(MARGIN, Math.min(at.left + (at.width - width) / 2, innerWidth - width - MARGIN));
    const above = at.top - GAP - height;
    const below = at.bottom + GAP;
    const isAbove = side === 'top' ? above >= MARGIN : below + height > innerHeight - MARGIN;
    box.style.translate = `${Math.round(x)}px ${Math.round(isAbove ? above : below)}px`;
  }, [anchor, side]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onEscape();
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return createPortal(
    <div ref={tip} id={id} role="tooltip" className="tip">
      {text}
    </div>,
    document.body,
  );
}
