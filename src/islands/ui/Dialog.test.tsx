import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { ToastStack } from './ToastStack.tsx';

afterEach(cleanup);

function Page({ dirty = false, nested = false }: { dirty?: boolean; nested?: boolean }) {
  const [open, setOpen] = useState(false);
  const [second, setSecond] = useState(false);
  return (
    <>
      <main>
        <Button onClick={() => setOpen(true)}>Open</Button>
        <Button>Other</Button>
      </main>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Rename"
        description="It keeps its address."
        closeLabel="Close"
        dirty={dirty}
        discard={(stay, close) => (
          <>
            <Button onClick={stay}>Keep editing</Button>
            <Button onClick={close}>Discard</Button>
          </>
        )}
        footer={<Button onClick={() => setSecond(true)}>Save</Button>}
      >
        <input aria-label="Name" data-autofocus />
      </Dialog>
      {nested && <Dialog open={second} onClose={() => setSecond(false)} title="Second" closeLabel="Close second" />}
    </>
  );
}
const open = async () => userEvent.click(screen.getByRole('button', { name: 'Open' }));

test('focus moves in, stays in and returns to the opener', async () => {
  render(<Page />);
  await open();
  const dialog = screen.getByRole('dialog', { name: 'Rename' });
  expect(dialog.getAttribute('aria-describedby')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Save');
  await userEvent.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Close');
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Open');
});

test('the page behind is inert, toasts are not', async () => {
  render(<Page />);
  render(<ToastStack items={[]} label="Toasts" closeLabel="Close" onClose={() => {}} onPause={() => {}} onResume={() => {}} />);
  await open();
  expect(document.documentElement.style.overflow).toBe('hidden');
  expect(screen.queryByRole('button', { name: 'Other' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Toasts' })).toBeDefined();
  await userEvent.keyboard('{Escape}');
  expect(document.documentElement.style.overflow).toBe('');
  expect(screen.getByRole('button', { name: 'Other' })).toBeDefined();
});

test('the scrim closes, a press that began inside does not', async () => {
  render(<Page />);
  await open();
  const ground = screen.getByRole('dialog');
  const user = userEvent.setup();
  await user.pointer([
    { keys: '[MouseLeft>]', target: screen.getByRole('textbox') },
    { keys: '[/MouseLeft]', target: ground },
  ]);
  expect(screen.queryByRole('dialog')).not.toBeNull();
  await user.click(ground);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('with unsaved input it asks in the footer instead of closing', async () => {
  render(<Page dirty />);
  await open();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByRole('button', { name: 'Save' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('of two dialogs only the upper one handles Escape', async () => {
  render(<Page nested />);
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.queryByRole('dialog', { name: 'Rename' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText('Second')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Rename' })).toBeDefined();
  expect(document.activeElement?.textContent).toBe('Save');
});
