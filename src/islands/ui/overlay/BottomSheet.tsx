import { DialogTitle } from '@headlessui/react';
import { X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../IconButton.tsx';
import { Modal } from './Modal.tsx';
import { useDragDown } from './useDragDown.ts';

export interface BottomSheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  closeLabel: string;
  children: ReactNode;
}

export function BottomSheet({ onClose, title, description, closeLabel, children }: BottomSheetProps) {
  const body = useRef<HTMLDivElement>(null);
  const [snap, setSnap] = useState<'half' | 'full'>('full');
  useLayoutEffect(() => {
    const panel = body.current?.parentElement;
    if (panel && panel.offsetHeight > innerHeight * 0.72) setSnap('half');
  }, []);
  const grip = useDragDown(onClose, () => setSnap('full'));
  return (
    <Modal onDismiss={onClose} className="layer-sheet" panelClass="sheet" snap={snap}>
      <div className="grip" {...grip} aria-hidden />
      <header className="dialog-head">
        <div className="dialog-title">
          <DialogTitle>{title}</DialogTitle>
          {description && <p>{description}</p>}
        </div>
        <IconButton icon={X} label={closeLabel} tip={false} onClick={onClose} />
      </header>
      <div className="dialog-body" ref={body} onScroll={() => setSnap('full')}>
        {children}
      </div>
    </Modal>
  );
}
