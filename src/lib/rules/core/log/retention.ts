/** How many days of the change log an account can read, sign-ins included. EXAMPLE figure: a provider replaces it with its own. */
export const logDays = 365;
