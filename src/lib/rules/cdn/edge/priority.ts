/** The highest value of a priority. */
export const maxPriority = 10_000;
