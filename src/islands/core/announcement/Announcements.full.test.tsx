import { beforeEach, expect, test } from 'vitest';
import { demo, openPage, paste, screen, t, within } from '../../../../tests/support/panel.ts';
import { stored } from '../../../../tests/support/stored.ts';
import Announcements from './Announcements.tsx';

beforeEach(() => history.replaceState(null, '', '/operator/announcements'));

test('an incident is posted, refused at its fields, updated and resolved', async () => {
  const { running: p, user } = await openPage(<Announcements />, { signedIn: demo.operator });
  await screen.findByText('Emails were delayed');
  await user.click(screen.getByRole('button', { name: t('operatorAnnouncement:add') }));
  const dialog = await screen.findByRole('dialog');
  const post = () => user.click(within(dialog).getByRole('button', { name: t('operatorAnnouncement:post') }));
  await within(dialog).findByRole('form', { name: t('operatorAnnouncement:add') });
  await post();
  await within(dialog).findByText(t('operatorAnnouncement:error.components'));
  expect(within(dialog).getAllByText(t('operatorAnnouncement:error.english')).length).toBe(2);
  await user.click(within(dialog).getByRole('checkbox', { name: t('status:component.mail') }));
  const [title] = within(dialog).getAllByRole('textbox', { name: t('operatorAnnouncement:field.title') });
  const [text] = within(dialog).getAllByRole('textbox', { name: t('operatorAnnouncement:field.text') });
  if (!title || !text) throw new Error('the form has no English fields');
  await paste(title, 'Panel is slow');
  await paste(text, 'We are looking into it.');
  await post();

  await user.click(await screen.findByRole('button', { name: 'Panel is slow' }));
  const panel = await screen.findByRole('dialog');
  await within(panel).findByText('We are looking into it.');
  await user.click(within(panel).getByRole('radio', { name: t('status:stage.resolved') }));
  const [note] = within(panel).getAllByRole('textbox', { name: t('operatorAnnouncement:field.note') });
  if (!note) throw new Error('the form has no English field');
  await paste(note, 'Fast again.');
  await user.click(within(panel).getByRole('button', { name: t('operatorAnnouncement:post') }));
  await expect.poll(async () => (await stored(p, 'incident')).find(({ title }) => title.en === 'Panel is slow')?.stage).toBe('resolved');
});
