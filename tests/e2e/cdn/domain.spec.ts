import { settled } from '../../screens/index.ts';
import { addDomain } from '../../support/accounts.ts';
import { expect, test } from '../../support/browser.ts';
import { muteLiveUpdates } from '../../support/weight.ts';

test('the overview is in the first response, without a call', async ({ page, signIn, newCustomer }) => {
  const customer = await newCustomer();
  await addDomain(customer, 'first-answer.example');
  await signIn(customer);
  await muteLiveUpdates(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(domain|log|provider)\//.test(pathname)) calls.push(pathname);
  });
  await page.goto('/domains/first-answer.example');
  await settled(page);
  await expect(page.getByText('0 of 10,000', { exact: true })).toBeVisible();
  expect(calls).toEqual([]);
  // While the name servers aren't set, pausing is disabled with a reason.
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveAttribute('aria-disabled', 'true');
});
