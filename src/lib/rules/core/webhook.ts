/** Maximum webhooks per account. */
export const maxWebhooks = 5;
