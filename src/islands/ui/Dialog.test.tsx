// @vitest-environment jsdom
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
      <div data-testid="shell">
        <ToastStack items={[]} label="Toasts" closeLabel="Close" onClose={() => {}} onPause={() => {}} onResume={() => {}} />
      </div>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Rename"
        description="It keeps its address."
        closeLabel="Close"
        dirty={dirty}
        discard={(keep, close) => (
          <>
            <Button onClick={keep}>Keep editing</Button>
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

test('focus goes in, stays in and returns to the opener', async () => {
  render(<Page />);
  await open();
  const dialog = screen.getByRole('dialog', { name: 'Rename' });
  expect(dialog.getAttribute('aria-describedby')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Save');
  await userEvent.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Close');
  await userEvent.tab({ shift: true });
  expect(document.activeElement?.textContent).toBe('Save');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Open');
});

test('the page behind is locked and out of reach, toasts are not', async () => {
  render(<Page />);
  await open();
  expect(document.documentElement.hasAttribute('data-locked')).toBe(true);
  expect(screen.getByText('Other').closest('[inert]')).not.toBeNull();
  expect(screen.getByLabelText('Toasts').closest('[inert]')).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(document.documentElement.hasAttribute('data-locked')).toBe(false);
  expect(document.querySelector('[inert]')).toBeNull();
});

test('the scrim closes, a press that began inside does not', async () => {
  render(<Page />);
  await open();
  const ground = screen.getByRole('dialog').parentElement as HTMLElement;
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

test('of two dialogs only the upper one hears Escape', async () => {
  render(<Page nested />);
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Rename').closest('[data-under]')).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText('Second')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Rename' })).toBeDefined();
  expect(document.activeElement?.textContent).toBe('Save');
});
