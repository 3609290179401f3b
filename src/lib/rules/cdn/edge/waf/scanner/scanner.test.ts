import { expect, test } from 'vitest';
import { findings } from '../../../../../../../tests/support/wafFindings.ts';

test.each(['sqlmap/1.7', 'Mozilla/5.0 (compatible; Nikto/2.5)', 'gobuster/3.6', 'Nuclei - Open-source', 'WPScan v3'])('%s', (agent) =>
  expect(findings({ headers: { 'user-agent': agent } })).toContain('scanner-agent'),
);
test.each(['x-scanner', 'acunetix-aspect', 'x-wvs-id'])('the field %s', (name) =>
  expect(findings({ headers: { [name]: '1' } })).toContain('scanner-header'),
);
test.each(['/vendor/phpunit/x', '/actuator/env', '/wp-config.php~', '/uploads/c99.php', '/manager/html'])('%s', (url) =>
  expect(findings({ url })).toContain('scanner-probe'),
);
test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (compatible; Python-urllib/3.12; curl)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'curl/8.5.0',
  'okhttp/4.12.0',
  'Mozilla/5.0 (Linux; Android 14; id; SM-G991B) AppleWebKit/537.36',
])('%s passes', (agent) => expect(findings({ headers: { 'user-agent': agent } })).toEqual([]));
