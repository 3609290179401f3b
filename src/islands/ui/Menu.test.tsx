import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './Button.tsx';
import { Menu } from './Menu.tsx';

afterEach(cleanup);

function setup() {
  const edit = vi.fn();
  const remove = vi.fn();
  render(
    <Menu
      label="Actions"
      closeLabel="Close"
      trigger={(trigger) => <Button {...trigger}>More</Button>}
      items={[
        { key: 'edit', label: 'Edit', onSelect: edit },
        { key: 'copy', label: 'Duplicate', reason: 'Not on this plan', onSelect: edit },
        { key: 'delete', label: 'Delete…', danger: true, group: true, onSelect: remove },
      ]}
    />,
  );
  return { edit, remove, trigger: screen.getByRole('button', { name: 'More' }) };
}
const active = () => document.getElementById(screen.getByRole('menu').getAttribute('aria-activedescendant') ?? '')?.textContent;

test('arrow keys move over enabled items, Enter runs one, focus returns', async () => {
  const { remove, trigger } = setup();
  trigger.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('Edit');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('Delete…');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('Edit');
  await userEvent.keyboard('{End}{Enter}');
  expect(remove).toHaveBeenCalledOnce();
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(trigger);
});

test('typing moves to the item with that prefix', async () => {
  const { trigger } = setup();
  await userEvent.click(trigger);
  await userEvent.keyboard('de');
  expect(active()).toBe('Delete…');
});

test('ArrowUp opens at the last item; Escape and a click outside close', async () => {
  const { trigger } = setup();
  trigger.focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(active()).toBe('Delete…');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  await userEvent.click(trigger);
  expect(trigger.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(document.body);
  expect(screen.queryByRole('menu')).toBeNull();
});

test('a disabled item shows its reason and does nothing', async () => {
  const { edit, trigger } = setup();
  await userEvent.click(trigger);
  const item = screen.getByRole('menuitem', { name: /Duplicate/ });
  expect(item.textContent).toContain('Not on this plan');
  await userEvent.click(item);
  expect(edit).not.toHaveBeenCalled();
});

test('a press on an item leaves the focus in the menu, so that nothing scrolls before the release', async () => {
  const { edit, trigger } = setup();
  const user = userEvent.setup();
  await user.click(trigger);
  const item = screen.getByRole('menuitem', { name: 'Edit' });
  await user.pointer({ keys: '[MouseLeft>]', target: item });
  expect(document.activeElement).toBe(screen.getByRole('menu'));
  await user.pointer({ keys: '[/MouseLeft]', target: item });
  expect(edit).toHaveBeenCalledOnce();
});
