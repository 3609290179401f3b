import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './Button.tsx';

afterEach(cleanup);

function Form({ save }: { save: () => void }) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      busy={busy}
      busyLabel="Saving"
      onClick={() => {
        save();
        setBusy(true);
      }}
    >
      Save
    </Button>
  );
}

test('a second click while busy is ignored, by pointer and by key', async () => {
  const save = vi.fn();
  render(<Form save={save} />);
  const button = screen.getByRole('button', { name: 'Save' });
  await userEvent.dblClick(button);
  await userEvent.keyboard('{Enter}');
  expect(save).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Saving' }).getAttribute('aria-busy')).toBe('true');
  expect(document.activeElement).toBe(button);
});

test('a busy submit button does not send the form again', async () => {
  const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={send}>
      <Button type="submit" busy>
        Save
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(send).not.toHaveBeenCalled();
});

test('a disabled button with a reason can be focused and shows it', async () => {
  const click = vi.fn();
  render(
    <Button disabled reason="The plan ends on Jan 3" onClick={click}>
      Downgrade
    </Button>,
  );
  await userEvent.tab();
  const button = screen.getByRole('button', { name: 'Downgrade' });
  expect(document.activeElement).toBe(button);
  expect((await screen.findByRole('tooltip')).textContent).toBe('The plan ends on Jan 3');
  expect(button.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
  await userEvent.click(button);
  expect(click).not.toHaveBeenCalled();
});
