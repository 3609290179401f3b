import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Checkbox } from './Checkbox.tsx';
import { CodeInput } from './CodeInput.tsx';
import { Combobox } from './Combobox.tsx';
import { Field } from './Field.tsx';
import { NumberInput } from './NumberInput.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { RadioCards } from './RadioCards.tsx';
import { Select } from './Select.tsx';
import { Switch } from './Switch.tsx';
import { TextInput } from './TextInput.tsx';

afterEach(cleanup);

test('label, help and error are linked to the control', () => {
  const { rerender } = render(
    <Field label="Port" help="1 to 65535">
      <TextInput ltr />
    </Field>,
  );
  const input = screen.getByRole('textbox', { name: 'Port' });
  const note = () => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(note()).toBe('1 to 65535');
  expect(input.getAttribute('aria-invalid')).toBeNull();
  expect(input.dir).toBe('ltr');
  rerender(
    <Field label="Port" help="1 to 65535" error="Too high">
      <TextInput ltr />
    </Field>,
  );
  expect(note()).toBe('Too high');
  expect(input.getAttribute('aria-invalid')).toBe('true');
});

test('a group is named as a group', () => {
  render(
    <Field label="Plan" group error="Choose one">
      <RadioCards value={null} onChange={() => {}} cards={[{ value: 'a', label: 'Basic' }]} />
    </Field>,
  );
  expect(screen.getByRole('group', { name: 'Plan' })).toBeDefined();
  expect(screen.getByRole('radiogroup', { name: 'Plan' }).getAttribute('aria-describedby')).toBeTruthy();
});

test('controls of a group have their own names and ids', async () => {
  const pick = vi.fn();
  render(
    <Field label="Time" group error="Too long">
      <NumberInput aria-label="Time" value={5} onChange={() => {}} decreaseLabel="Less" increaseLabel="More" />
      <Select value="m" onChange={() => {}} label="Unit" closeLabel="Close" options={[{ value: 'm', label: 'minutes' }]} />
      <Checkbox label="First" onChange={() => pick('first')} />
      <Checkbox label="Second" onChange={() => pick('second')} />
    </Field>,
  );
  expect(screen.getByRole('spinbutton', { name: 'Time' }).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('button', { name: 'Unit: minutes' })).toBeDefined();
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  await userEvent.click(screen.getByText('Second'));
  expect(pick.mock.calls).toEqual([['second']]);
});

function Code({ onComplete }: { onComplete: (code: string) => void }) {
  const [code, setCode] = useState('');
  return (
    <Field label="Code">
      <CodeInput value={code} onChange={setCode} onComplete={onComplete} />
    </Field>
  );
}
test('a code can be pasted with spaces and in any digits, and completes once', async () => {
  const complete = vi.fn();
  render(<Code onComplete={complete} />);
  const input = screen.getByRole('textbox', { name: 'Code' }) as HTMLInputElement;
  expect(input.autocomplete).toBe('one-time-code');
  await userEvent.click(input);
  await userEvent.paste('۱۲۳ 45-6 and more 7');
  expect(input.value).toBe('123456');
  expect(complete).toHaveBeenCalledExactlyOnceWith('123456');
});

test('a code can be typed; letters are ignored', async () => {
  const complete = vi.fn();
  render(<Code onComplete={complete} />);
  await userEvent.type(screen.getByRole('textbox'), '12a34');
  expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('1234');
  expect(complete).not.toHaveBeenCalled();
});

function Amount() {
  const [value, setValue] = useState<number | null>(null);
  return <NumberInput aria-label="Amount" value={value} onChange={setValue} decreaseLabel="Less" increaseLabel="More" />;
}
test('a number can be typed in digits of any script, with the decimal separator of Persian and Arabic', async () => {
  render(<Amount />);
  const input = screen.getByRole('spinbutton', { name: 'Amount' }) as HTMLInputElement;
  for (const typed of ['۱۲٫۵', '١٢٫٥', '12.5']) {
    await userEvent.clear(input);
    await userEvent.type(input, typed);
    expect(input.getAttribute('aria-valuenow')).toBe('12.5');
  }
});

test('the password can be shown', async () => {
  render(
    <Field label="Password">
      <PasswordInput showLabel="Show" hideLabel="Hide" capsLock="Caps Lock is on" />
    </Field>,
  );
  const input = screen.getByLabelText('Password') as HTMLInputElement;
  expect(input.type).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(input.type).toBe('text');
});

test('a switch toggles with Space and Enter, but not while locked', async () => {
  const change = vi.fn();
  const { rerender } = render(<Switch label="Proxy" checked={false} onChange={change} />);
  await userEvent.tab();
  await userEvent.keyboard(' ');
  await userEvent.keyboard('{Enter}');
  expect(change.mock.calls).toEqual([[true], [true]]);
  await userEvent.click(screen.getByText('Proxy'));
  expect(change).toHaveBeenCalledTimes(3);
  rerender(<Switch label="Proxy" checked={false} onChange={change} disabled reason="Needs Professional" />);
  await userEvent.click(screen.getByRole('switch', { name: 'Proxy' }));
  expect(change).toHaveBeenCalledTimes(3);
  expect(screen.getByText('Needs Professional')).toBeDefined();
});

test('a mixed checkbox is indeterminate', () => {
  render(<Checkbox aria-label="All" mixed />);
  expect((screen.getByRole('checkbox', { name: 'All' }) as HTMLInputElement).indeterminate).toBe(true);
});

test('a select works by keyboard and skips disabled options', async () => {
  const change = vi.fn();
  render(
    <Field label="Location">
      <Select
        label="Location"
        closeLabel="Close"
        value="fra"
        onChange={change}
        options={[
          { value: 'fra', label: 'Frankfurt' },
          { value: 'sfr', label: 'San Francisco', reason: 'Full' },
          { value: 'ist', label: 'Istanbul' },
        ]}
      />
    </Field>,
  );
  const button = screen.getByRole('button', { name: /Location/ });
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('option', { name: 'Frankfurt' }).getAttribute('aria-selected')).toBe('true');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(change).toHaveBeenCalledWith('ist');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('a combobox matches as you type, ignoring accents, and reports if nothing matches', async () => {
  const change = vi.fn();
  render(
    <Field label="City">
      <Combobox
        label="City"
        closeLabel="Close"
        emptyText="Nothing"
        value={null}
        onChange={change}
        options={[
          { value: 1, label: 'Málaga' },
          { value: 2, label: 'Madrid' },
        ]}
      />
    </Field>,
  );
  const input = screen.getByRole('combobox', { name: 'City' });
  await userEvent.type(input, 'mal');
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(change).toHaveBeenCalledWith(1);
  await userEvent.type(input, 'zzz');
  expect(screen.getByRole('status').textContent).toBe('Nothing');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
});
