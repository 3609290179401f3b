/**
 * The origin in built pages, which the portal replaces by its own when it sends one (src/adapter/publicPages.ts). No host has the name
 * (RFC 2606, section 2).
 */
export const BUILT_ORIGIN = 'https://portal.invalid';
