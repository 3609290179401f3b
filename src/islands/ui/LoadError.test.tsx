import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../browser/api/errors.ts';
import { LoadError } from './LoadError.tsx';

const renderPage = (message: string) => render(<LoadError title="Invoices" message={message} retryLabel="Try again" onRetry={() => {}} />);

test('a refusal for lack of rights is one line, and doesn’t offer to try again', () => {
  const { message } = new ApiError('error:role', 409, 'Ask an owner.');
  renderPage(message);
  expect(screen.getByText('Ask an owner.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText('Invoices')).toBeNull();
});

test('any other error can be tried again', () => {
  renderPage(new ApiError('error:server', 500, 'Not now.').message);
  expect(screen.getByRole('alert').textContent).toContain('Not now.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
