import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { Overlay } from './Overlay.tsx';
import { useDragDown } from './useDragDown.ts';

export interface BottomSheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  closeLabel: string;
  children: ReactNode;
}

/** Rises from the bottom. Long content opens at 55% of the height and goes to 88% when it is pulled up or scrolled into. */
export function BottomSheet(props: BottomSheetProps) {
  return (
    <Overlay open={props.open} onDismiss={props.onClose} className="layer-sheet">
      <Panel {...props} />
    </Overlay>
  );
}

function Panel({ onClose, title, description, closeLabel, children }: BottomSheetProps) {
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const [snap, setSnap] = useState<'half' | 'full'>('full');
  useLayoutEffect(() => {
    const panel = body.current?.parentElement;
    if (panel && panel.offsetHeight > innerHeight * 0.72) setSnap('half');
  }, []);
  const grip = useDragDown(onClose, () => setSnap('full'));
  return (
    <div role="dialog" aria-modal="true" aria-labelledby={id} tabIndex={-1} className="panel sheet" data-snap={snap}>
      <div className="grip" {...grip} aria-hidden />
      <header className="dialog-head">
        <div className="dialog-title">
          <h2 id={id}>{title}</h2>
          {description && <p>{description}</p>}
        </div>
        <IconButton icon={X} label={closeLabel} tip={false} onClick={onClose} />
      </header>
      <div className="dialog-body" ref={body} onScroll={() => setSnap('full')}>
        {children}
      </div>
    </div>
  );
}
