export const channels = ['panel', 'email', 'sms', 'webhook'] as const;
export type Channel = (typeof channels)[number];

interface EventFacts {
  /** Its product line in the settings. */
  line: 'account' | 'finance' | 'cdn' | 'cloud' | 'support';
  /** Channels that can't be turned off: for security and service interruptions. They ignore quiet hours and the digest. */
  always?: readonly Channel[];
  /** Nothing is sent until the customer chooses it: the panel shows it anyway. */
  isOptional?: true;
}

/** All events with a notification. `notify` accepts no other, so that the settings are always complete. */
export const notificationEvents = {
  login: { line: 'account', always: ['panel', 'email'] },
  account: { line: 'account', always: ['panel', 'email'] },
  negativeBalance: { line: 'finance', always: ['panel', 'email'] },
  lowBalance: { line: 'finance' },
  invoice: { line: 'finance' },
  price: { line: 'finance', always: ['panel', 'email'] },
  domainStatus: { line: 'cdn' },
  sslExpiry: { line: 'cdn' },
  domainAlarm: { line: 'cdn' },
  serverState: { line: 'cloud' },
  ticketReply: { line: 'support' },
  status: { line: 'account', isOptional: true },
} as const satisfies Record<string, EventFacts>;
export type NotificationEvent = keyof typeof notificationEvents;
export const eventNames = Object.keys(notificationEvents) as NotificationEvent[]; // its own keys

export const lockedChannels = (event: NotificationEvent): readonly Channel[] => {
  const facts: EventFacts = notificationEvents[event];
  return facts.always ?? [];
};

export type Choice = Record<Channel, boolean>;
/** Default channels. Webhooks are on because a customer adds one to receive something. */
const usual: Choice = { panel: true, email: true, sms: false, webhook: true };

const nothing: Choice = { panel: false, email: false, sms: false, webhook: false };

/** The channels of an event: the customer's choices, the defaults, and those that can't be turned off. */
export function eventChannels(event: NotificationEvent, chosen: Partial<Record<string, Partial<Choice>>>): Choice {
  const locked = Object.fromEntries(lockedChannels(event).map((channel) => [channel, true]));
  const facts: EventFacts = notificationEvents[event];
  return { ...(facts.isOptional ? nothing : usual), ...chosen[event], ...locked };
}
