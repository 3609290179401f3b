/** Services of proforma invoices, as the texts call them. Their prices are in the provider's catalogue. */
export const serviceCodes = ['consulting', 'expertConsulting'] as const;
export type ServiceCode = (typeof serviceCodes)[number];

/** Maximum hours of one service on one invoice. */
export const MAX_HOURS = 500;
