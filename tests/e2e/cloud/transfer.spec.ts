import { serverTransfer } from '../../../src/lib/contract/cloud/serverTransfer.ts';
import { demo } from '../../../src/lib/contract/fields.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { overflow, settled } from '../../screens/index.ts';
import { axeViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';
import { Client } from '../../support/client.ts';

test('a server that is offered to an account stands above its list, with what it costs, and is declined', async ({
  page,
  portal,
  ip,
  signIn,
  newCustomer,
  show,
}) => {
  const t = translator('fa');
  const [owner, receiver] = [new Client(portal.url, { 'x-forwarded-for': ip }), await newCustomer()];
  await owner.signIn();
  const { transfer } = await owner.ok(serverTransfer.offer, { serverId: demo.offServerId, email: receiver.email, confirm: 'staging-01' });
  const fine = async () => {
    await settled(page);
    expect(await overflow(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await show({ locale: 'fa', theme: 'dark' });
  await signIn(receiver);
  await page.goto('/servers');
  await fine();
  await page.getByRole('link', { name: t('serverTransfer:offers.viewOf', { name: 'staging-01' }) }).click();
  await expect(page).toHaveURL(`/servers/transfers/${transfer.transferToken}`);
  await fine();
  await expect(page.getByText(t('serverTransfer:page.security'))).toBeVisible();
  await expect(page.getByRole('link', { name: t('serverTransfer:page.topUp') })).toBeVisible();
  await page.getByRole('button', { name: t('serverTransfer:page.decline') }).click();
  await expect(page).toHaveURL(/\/servers$/);
});
