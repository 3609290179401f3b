const pages = { login: '/public/login', register: '/public/register', forgot: '/public/forgot-password' } as const;

/** The address of a sign-in page that remembers the destination. `target` was validated by `safeRedirect`. */
export function authHref(page: keyof typeof pages, target: string, more: Record<string, string> = {}): string {
  const params = new URLSearchParams({ ...(target !== '/dashboard' && { redirectTo: target }), ...more });
  return params.size > 0 ? `${pages[page]}?${params}` : pages[page];
}
