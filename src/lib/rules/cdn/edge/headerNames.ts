/** Headers of one connection, which a proxy doesn't pass on (RFC 9110 section 7.6.1). */
export const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);
/**
 * Names that servers and frameworks read instead of the request itself: for its URL, host, method, scheme, the visitor's address or country,
 * or a proxy to use. A visitor could send another request to the server with them than the one that was checked and that the cache stores.
 */
const overriding =
  /^(?:x-(?:forwarded|forward|original|originally|rewrite|http|middleware)-.*|forwarded(?:-.*)?|(?:x-)?(?:real|remote|client|cluster-client|originating)-?(?:ip|addr|host|protocol)|(?:true|fastly|incap)-client-ip|cf-(?:connecting-ip|ipcountry|visitor)|(?:x-)?(?:url-)?scheme|(?:x-)?https?|x-(?:arr-)?ssl|front-end-https|(?:x-)?(?:method-override|real-method)|x-(?:host|server-name|server-port|ip|geoip-country|proxy-url)|cloudfront-viewer-country|proxy(?:-(?:host|url))?|request-uri|x-request-id|expect)$/;

/** CGI and its successors read `X_Forwarded_For` as `X-Forwarded-For`. @param name lower case */
export const isOverriding = (name: string): boolean => overriding.test(name.replaceAll('_', '-'));
