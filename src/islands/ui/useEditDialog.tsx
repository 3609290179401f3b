import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useHashAction } from '../../browser/address.ts';
import type { EditDialogProps } from './EditDialog.tsx';

const EditDialog = lazy(async () => ({ default: (await import('./EditDialog.tsx')).EditDialog }));

/** The callbacks that the dialog passes to its form: whether there are unsaved changes, and that the form is done. */
export type EditDialogForm = Parameters<EditDialogProps['children']>[0];

interface EditDialogOptions<T> {
  addTitle: string;
  editTitle: string;
  size?: EditDialogProps['size'];
  /** Renders the form: `null` adds a new item. */
  form: (item: T | null, callbacks: EditDialogForm) => ReactNode;
  /** With them, `#edit=<id>` in the address opens the item once it is there. */
  items?: readonly T[] | undefined;
  /** Runs when the dialog closes, whether or not anything was saved. */
  onClose?: () => void;
}

/**
 * The dialog in which the items of a list are added and edited. Render `dialog` once, beside the list. The dialog and its form are
 * loaded when it first opens; it keeps its content while it closes, so that the exit animation does not show an empty dialog.
 */
export function useEditDialog<T extends { id: string }>({ addTitle, editTitle, size, form, items, onClose }: EditDialogOptions<T>) {
  const [state, setState] = useState<{ isOpen: boolean; item: T | null } | null>(null);
  const add = useCallback(() => setState({ isOpen: true, item: null }), []);
  const [requestedId, setRequestedId] = useState<string | null>(null);
  useHashAction('edit', setRequestedId);
  useEffect(() => {
    const item = requestedId !== null && items?.find(({ id }) => id === requestedId);
    if (!item) return;
    setRequestedId(null);
    setState({ isOpen: true, item });
  }, [requestedId, items]);
  return {
    add,
    edit: (item: T) => setState({ isOpen: true, item }),
    dialog: state && (
      <Suspense>
        <EditDialog
          key={state.item?.id ?? 'new'}
          open={state.isOpen}
          onClose={() => {
            setState({ ...state, isOpen: false });
            onClose?.();
          }}
          title={state.item ? editTitle : addTitle}
          {...(size && { size })}
        >
          {(callbacks) => form(state.item, callbacks)}
        </EditDialog>
      </Suspense>
    ),
  };
}
