/** Webhooks of one account. */
export const maxWebhooks = 5;
