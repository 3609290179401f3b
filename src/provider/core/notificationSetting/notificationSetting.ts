import { type NotificationSetting, notificationSetting } from '../../../lib/contract/core/notificationSetting.ts';
import { type Choice, channels, eventNames, lockedChannels, type NotificationEvent } from '../../../lib/rules/core/notificationEvents.ts';
import { canText } from '../../drivers/mail/mail.ts';
import { readUnsubscribeToken } from '../../drivers/mail/unsubscribeToken.ts';
import { refuse } from '../../kernel/refusal.ts';
import { implement } from '../implement.ts';
import { limits } from '../limits.ts';
import { channelsFor, loadSetting, type Setting, saveSetting } from '../notification/settings.ts';
import { consumeAttempt } from '../throttle.ts';

const show = ({ quietHours, digest, version, ...setting }: Setting): NotificationSetting => ({
  events: Object.fromEntries(
    eventNames.map((event) => [event, channelsFor({ quietHours, digest, version, ...setting }, event)]),
  ) as NotificationSetting['events'], // complete: it contains every event
  quietHours,
  digest,
  version,
});

type Changes = Partial<Record<NotificationEvent, Partial<Choice>>>;

/** Events that can't be turned off are refused rather than ignored. */
function requireAllowed(events: Changes): void {
  for (const event of eventNames)
    for (const channel of lockedChannels(event)) if (events[event]?.[channel] === false) refuse(409, 'notificationSetting:error.always');
}

const merged = (old: Setting['events'], changes: Changes): Setting['events'] => ({
  ...old,
  ...Object.fromEntries(Object.entries(changes).map(([event, choice]) => [event, { ...old[event], ...choice }])),
});

/** The settings that a change affects, for the log: `invoice.sms`. */
const touched = (setting: Setting, changes: Changes) =>
  Object.fromEntries(
    eventNames.flatMap((event) =>
      channels.flatMap((channel) =>
        changes[event]?.[channel] === undefined ? [] : [[`${event}.${channel}`, channelsFor(setting, event)[channel]]],
      ),
    ),
  );

export const notificationSettingHandlers = implement(notificationSetting, {
  async get({ db, account, user, services }) {
    const hasMobile = user.mobile !== null && user.mobileVerifiedAt !== null;
    return {
      setting: show(await loadSetting(db, account.id)),
      timeZone: user.timeZone || 'UTC',
      email: user.email,
      sms: !canText(services.env) ? 'noGateway' : hasMobile ? 'ready' : 'noMobile',
    };
  },

  update: (ctx, { events = {}, quietHours, digest }) =>
    ctx.write(async ({ tx, log }) => {
      requireAllowed(events as Changes); // its keys are checked by the schema
      const before = await loadSetting(tx, ctx.account.id);
      const after: Setting = {
        events: merged(before.events, events as Changes), // see above
        quietHours: quietHours === undefined ? before.quietHours : quietHours,
        digest: digest ?? before.digest,
        version: before.version + 1,
      };
      await saveSetting(tx, ctx.account.id, after, ctx.now);
      const state = (setting: Setting) => ({
        ...touched(setting, events as Changes), // see above
        quietHours: setting.quietHours,
        digest: setting.digest,
      });
      await log({
        action: 'update',
        entity: { type: 'notificationSetting', id: ctx.account.id, name: '' },
        before: state(before),
        after: state(after),
      });
      return { setting: show(after) };
    }),

  async unsubscribe(ctx, { token }) {
    const known = readUnsubscribeToken(ctx.services.secrets, token);
    // Only invalid tokens are counted: a mail service unsubscribes many people from one address (RFC 8058).
    if (!known) await consumeAttempt(ctx, [{ limit: limits.codeIp, key: ctx.ip }]);
    if (!known) refuse(422, 'notificationSetting:error.token');
    const { accountId, event } = known;
    return ctx.write(async ({ tx, log }) => {
      const user = await tx.selectFrom('user').select('id').where('id', '=', accountId).executeTakeFirst();
      if (!user) refuse(422, 'notificationSetting:error.token');
      const stopped = event === 'digest' ? eventNames.filter((name) => !lockedChannels(name).includes('email')) : [event];
      const changes: Changes = Object.fromEntries(stopped.map((name) => [name, { email: false }]));
      const before = await loadSetting(tx, accountId);
      const after = { ...before, events: merged(before.events, changes), version: before.version + 1 };
      await saveSetting(tx, accountId, after, ctx.now);
      await log({
        action: 'update',
        entity: { type: 'notificationSetting', id: accountId, name: '' },
        accountId,
        before: touched(before, changes),
        after: touched(after, changes),
      });
      return { done: true as const };
    }, `account:${accountId}`);
  },
});
