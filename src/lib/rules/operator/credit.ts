/** Maximum amount of a correction, in mills. */
export const MOST_CREDIT = 10_000_000;
/** Maximum length of a reason. */
export const REASON = 200;
