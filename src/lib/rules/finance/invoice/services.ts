/** Services that a proforma invoice can offer, as the texts name them. Their prices are in the provider's catalogue. */
export const serviceCodes = ['consulting', 'expertConsulting'] as const;
export type ServiceCode = (typeof serviceCodes)[number];

/** Hours of one service on one invoice. */
export const MAX_HOURS = 500;
