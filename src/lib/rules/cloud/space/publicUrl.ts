/** The URL by which everyone reads an object of a public space. @param base with a trailing slash */
export const publicUrl = (base: string, key: string): string => `${base}${key.split('/').map(encodeURIComponent).join('/')}`;
