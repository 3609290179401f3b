import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { withProvider } from '../../../tests/support/island.ts';
import { Field } from '../../islands/ui/Field.tsx';
import { ResetForm } from '../../lib/contract/account/auth.ts';
import { key } from '../../lib/i18n/key.ts';
import { ApiError } from '../api/errors.ts';
import { $dialogs, closeDialog } from '../stores/dialogs.ts';
import { fromSchema } from './resolver.ts';
import { useContractForm } from './useContractForm.ts';
import { useFormSubmit } from './useFormSubmit.ts';
import { useUnsavedGuard } from './useUnsavedGuard.ts';

beforeEach(() => withProvider({ signedIn: false }));
afterEach(cleanup);

const options = { fields: {}, shouldUseNativeValidation: undefined };
const resolve = async (schema: Parameters<typeof fromSchema>[0], values: Record<string, unknown>) =>
  fromSchema(schema)(values, undefined, options);

test('errors are at the path of their field, in the language of the page', async () => {
  const schema = z.object({ rule: z.object({ paths: z.array(z.string().min(1, key('error:required'))) }), count: z.int().max(5) });
  const { errors } = await resolve(schema, { rule: { paths: ['/a', ''] }, count: 7 });
  expect(errors).toMatchObject({
    rule: { paths: [undefined, { message: 'This field is required.' }] },
    count: { message: 'Enter 5 or less.' },
  });
  await withProvider({ signedIn: false, locale: 'es' });
  expect((await resolve(ResetForm, { code: '1', newPassword: 'long-enough', confirmPassword: 'x' })).errors).toEqual({
    code: { type: 'invalid_format', message: 'Escribe los 6 dígitos del código.' },
    confirmPassword: { type: 'custom', message: 'Las contraseñas no coinciden.' },
  });
});

test('an error of the whole input is a single one, and valid input is returned as parsed by the schema', async () => {
  const schema = z.object({ name: z.string().trim() }).refine(({ name }) => name !== 'no', key('error:invalid'));
  expect((await resolve(schema, { name: 'no' })).errors).toMatchObject({ input: { message: 'This value isn’t valid.' } });
  expect(await resolve(schema, { name: ' yes ' })).toEqual({ values: { name: 'yes' }, errors: {} });
});

test('a schema that can’t be fetched is reported as such', async () => {
  expect(
    (await fromSchema<typeof Schema>(() => Promise.reject(new TypeError('failed to fetch')))({ name: '', note: '' }, undefined, options))
      .errors,
  ).toMatchObject({
    input: { message: 'Network error. Please check your connection.' },
  });
  expect(await fromSchema(async () => Schema)({ name: 'a', note: '' }, undefined, options)).toEqual({
    values: { name: 'a', note: '' },
    errors: {},
  });
});

const Schema = z.object({ name: z.string().min(1, key('error:required')), note: z.string() });

function Form({ send }: { send: (values: z.output<typeof Schema>) => Promise<unknown> }) {
  const form = useContractForm({ schema: Schema, defaultValues: { name: '', note: '' } });
  const { onSubmit, message, busy } = useFormSubmit(form, send);
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)}>
      <input aria-label="note" {...form.register('note')} />
      <input aria-label="name" aria-invalid={errors.name ? 'true' : undefined} {...form.register('name')} />
      <p>{errors.name?.message}</p>
      <output>{message}</output>
      <button type="submit">{busy ? 'busy' : 'save'}</button>
    </form>
  );
}
const refused =
  (fields: Record<string, string>, status = 422) =>
  () =>
    Promise.reject(new ApiError('error:invalid', status, 'the message', { fields }));

test('errors from the provider are shown at their fields, the first of which is focused; others above the buttons', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Form send={refused({ name: 'taken' })} />);
  await user.type(screen.getByLabelText('name'), 'x');
  await user.click(screen.getByText('save'));
  expect(await screen.findByText('taken')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('name'));
  expect(screen.getByRole('status').textContent).toBe('');
  rerender(<Form send={refused({ elsewhere: 'not of this form' })} />);
  await user.click(screen.getByText('save'));
  expect(await screen.findByText('not of this form')).toBeTruthy();
  rerender(<Form send={refused({}, 409)} />);
  await user.click(screen.getByText('save'));
  expect(await screen.findByText('the message')).toBeTruthy();
  // A snackbar shows these.
  rerender(<Form send={refused({}, 500)} />);
  await user.click(screen.getByText('save'));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
});

test('a field is validated on blur, then on each keystroke', async () => {
  const user = userEvent.setup();
  render(<Form send={async () => {}} />);
  await user.click(screen.getByLabelText('name'));
  expect(screen.queryByText('This field is required.')).toBeNull();
  await user.tab();
  expect(await screen.findByText('This field is required.')).toBeTruthy();
  await user.type(screen.getByLabelText('name'), 'a');
  await waitFor(() => expect(screen.queryByText('This field is required.')).toBeNull());
});

const wrong = { values: {}, errors: { kind: { type: 'choice', message: 'Choose one' } } };

/** A form whose choice has no element that React Hook Form knows. `late`: its fault is in a part that is loaded first. */
function Choice({ check = async () => {}, late }: { check?: () => Promise<void>; late?: Promise<void> }) {
  const form = useForm<{ kind: string }>({ defaultValues: { kind: '' }, resolver: () => check().then(() => wrong) });
  const { onSubmit } = useFormSubmit(form, async () => {});
  const error = form.formState.errors.kind?.message;
  const [isLoaded, setLoaded] = useState(!late);
  useEffect(() => void late?.then(() => setLoaded(true)), [late]);
  return (
    <form onSubmit={onSubmit}>
      <Field label="Kind" group error={isLoaded && error}>
        <button type="button">A</button>
      </Field>
      <input aria-label="Note" />
      <input aria-label="Wrong too" aria-invalid={isLoaded && error ? 'true' : undefined} />
      <button type="submit">Save</button>
    </form>
  );
}

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test('a submit with errors focuses the first wrong field, also one without an element in the form’s state', async () => {
  render(<Choice />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'A' })));
});

test('the first wrong field is focused and scrolled into view when it is rendered, however long that takes', async () => {
  // A frame comes before the errors are rendered, as on a slow device.
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => {
    frame(0);
    return 0;
  });
  const scrolled = vi.fn();
  const { promise, resolve } = deferred();
  render(<Choice late={promise} />);
  const save = screen.getByRole('button', { name: 'Save' });
  const first = screen.getByRole('button', { name: 'A' });
  first.scrollIntoView = scrolled; // jsdom has none
  await userEvent.setup().click(save);
  expect(document.activeElement).toBe(save);
  await act(async () => resolve());
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(scrolled).toHaveBeenCalled();
  vi.restoreAllMocks();
});

test.each(['Note', 'Wrong too'])('a visitor who is in another field before the errors are rendered stays there: %s', async (name) => {
  const { promise, resolve } = deferred();
  const user = userEvent.setup();
  render(<Choice check={() => promise} />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(screen.getByLabelText(name));
  await act(async () => resolve());
  await waitFor(() => expect(screen.getByText('Choose one')).toBeTruthy());
  expect(document.activeElement).toBe(screen.getByLabelText(name));
});

const Pair = z
  .object({ first: z.string().min(1, key('error:required')), second: z.string(), list: z.array(z.string()).min(1, key('error:required')) })
  .refine(({ first, second }) => first === second, { path: ['second'], message: key('auth:error.confirmation') });

function PairForm() {
  const form = useContractForm({ schema: Pair, defaultValues: { first: '', second: 'same', list: [] } });
  const { onSubmit } = useFormSubmit(form, refused({ second: 'taken' }));
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)}>
      <input aria-label="first" {...form.register('first')} />
      <input aria-label="second" {...form.register('second')} />
      <button type="button" onClick={() => form.setValue('list', ['one'])}>
        add
      </button>
      <ul>{[errors.first, errors.second, errors.list].map((error) => error?.message && <li key={error.message}>{error.message}</li>)}</ul>
      <button type="submit">save</button>
    </form>
  );
}

test('a fault disappears when its field is right, also by a value set from code or by another field', async () => {
  const user = userEvent.setup();
  render(<PairForm />);
  const shown = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
  await user.type(screen.getByLabelText('first'), 'sam');
  await user.click(screen.getByText('save'));
  await waitFor(() => expect(shown()).toEqual(['The passwords don’t match.', 'This field is required.']));
  await user.click(screen.getByText('add'));
  await waitFor(() => expect(shown()).toEqual(['The passwords don’t match.']));
  await user.type(screen.getByLabelText('first'), 'e');
  await waitFor(() => expect(shown()).toEqual([]));
  // What the provider refused stays until its field is changed.
  await user.click(screen.getByText('save'));
  await waitFor(() => expect(shown()).toEqual(['taken']));
  await user.click(screen.getByText('add'));
  expect(shown()).toEqual(['taken']);
  await user.type(screen.getByLabelText('second'), 's');
  await waitFor(() => expect(shown()).not.toContain('taken'));
});

interface Leaving extends Event {
  loader: () => Promise<void>;
}
function leave(navigationType = 'push') {
  const controller = new AbortController();
  const load = vi.fn(async () => {});
  const event = Object.assign(new Event('astro:before-preparation', { cancelable: true }), {
    from: new URL('http://localhost:3000/here'),
    to: new URL('http://localhost:3000/there'),
    navigationType,
    signal: controller.signal,
    loader: load as Leaving['loader'],
  });
  document.dispatchEvent(event);
  return { event, load, controller };
}

test('unsaved input asks before the panel opens another page', async () => {
  const { rerender } = renderHook(({ dirty }) => useUnsavedGuard(dirty), { initialProps: { dirty: false } });
  const free = leave();
  expect(free.event.loader).toBe(free.load);

  rerender({ dirty: true });
  const blocked = leave();
  const stay = blocked.event.loader();
  expect($dialogs.get()).toMatchObject([{ kind: 'confirm', title: 'Leave without saving?' }]);
  act(() => closeDialog($dialogs.get()[0]?.id ?? ''));
  expect(blocked.load).not.toHaveBeenCalled();
  // The next navigation aborts the one that was delayed.
  blocked.controller.abort();
  await stay;

  const gone = leave();
  const done = gone.event.loader();
  const [dialog] = $dialogs.get();
  if (dialog?.kind !== 'confirm') throw new Error('no dialog');
  await act(() => dialog.run());
  await done;
  expect(gone.load).toHaveBeenCalledTimes(1);
  const after = leave();
  expect(after.event.loader).toBe(after.load);
});

test('back and forward restore the page’s address when the visitor stays', () => {
  renderHook(() => useUnsavedGuard(true));
  void leave('traverse').event.loader();
  history.replaceState({}, '', '/there');
  act(() => closeDialog($dialogs.get()[0]?.id ?? ''));
  expect(location.pathname).toBe('/here');
});

test('closing the tab shows the browser’s own question', () => {
  const { rerender, unmount } = renderHook(({ dirty }) => useUnsavedGuard(dirty), { initialProps: { dirty: true } });
  const close = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(close()).toBe(true);
  rerender({ dirty: false });
  expect(close()).toBe(false);
  rerender({ dirty: true });
  unmount();
  expect(close()).toBe(false);
});
