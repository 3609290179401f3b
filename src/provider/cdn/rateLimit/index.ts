/* What other features use of this one. */
export { rateLimitHandlers, rateLimitRules } from './rateLimit.ts';
