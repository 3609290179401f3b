/** The highest number that a priority may be. */
export const maxPriority = 10_000;
