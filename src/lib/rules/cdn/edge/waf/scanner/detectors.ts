import type { Detector, Match } from '../detector.ts';
import { Sign } from '../signs.ts';
import type { Value } from '../value.ts';
import { agents } from './agents.ts';

/*
 * Tools that search sites for weaknesses: by the name in their user agent, by header fields that only they send, and by the pages they
 * ask every site for. Search engines, monitors and HTTP libraries aren't scanners.
 */

/** An agent that is only a browser's has these words and no other: names of tools are compared with the rest. */
const browser =
  /^mozilla\/5\.0 \([\w .;:,/-]{3,120}\) (?:applewebkit\/[\d.]{1,20} \(khtml, like gecko\)|gecko\/[\d.]{1,10})(?: (?:version|chrome|safari|firefox|mobile|edg|opr|crios|fxios|samsungbrowser)(?:\/[\w.]{1,20})?)*$/;
function detectAgent(value: Value): Match[] {
  const agent = value.decoded.slice(0, 1000);
  const found = browser.test(agent) ? null : agents.exec(agent);
  return found ? [{ id: 'scanner-agent', text: found[0] }] : [];
}

/** Header fields of tools. */
const headers =
  /^(?:acunetix(?:-.{1,30})?|x-scanner|x-scan-memo|x-wipp|x-wvs-id|x-scan-id|x-arachni-scan-seed|x-netsparker|x-request-memo|x-qualys-scan|x-nessus.{0,20}|x-zap-.{1,30}|x-burp-.{1,20}|x-ratproxy-loop|x-bugbounty|x-nuclei.{0,20}|x-detectify.{0,20}|x-sqlmap.{0,20})$/;
const detectHeader = (value: Value): Match[] =>
  value.name.length > 5 && headers.test(value.name) ? [{ id: 'scanner-header', text: value.name }] : [];
/** In any part: what tools write to recognize their own requests. */
const marks =
  /acunetix[-_ ]?(?:wvs|test|product)|netsparker|nessus_is_probing|w00tw00t|appscan_fingerprint|cirt\.net\/rfiinc|webmin\/\.\.\/|\/nikto-|wvstest|\bsqlmap\b.{0,20}\b(?:test|payload)|burp-?collaborator/;
const detectMark = (value: Value): Match[] => {
  const found = marks.exec(value.decoded);
  return found ? [{ id: 'scanner-mark', text: found[0] }] : [];
};

/** Pages of applications that scanners ask for, by what they would get: code that runs, settings, an open console, a planted script. */
const probes: readonly RegExp[] = [
  /\/vendor\/phpunit\/|\/_ignition\/execute-solution|\/boaform\/|\/hnap1\b|\/cgi-bin\/(?:\.|luci\/;|authlogin|php|test-cgi|printenv|jarrewrite)|\/goform\/|\/gponform\/|\/tmunblock\.cgi|\/setup\.cgi\b|\/invoker\/(?:jmx|ejb)|\/struts2?-showcase|\/wls-wsat\/|\/_async\/asyncresponse|\/hudson\/script|\/jenkins\/script\b|\/thinkphp\b|\/public\/index\.php\/.{0,20}think|\/apisix\/admin|\/nacos\/v1\/|\/druid\/indexer|\/geoserver\/(?:web|wfs)\b.{0,40}exec/,
  /\/actuator\/(?:env|heapdump|gateway|jolokia|trace|mappings|threaddump|logfile|configprops|shutdown|loggers)\b|\/telescope\/requests$|\/solr\/admin\/|\/jolokia\/|\/server-(?:status|info)$|\/debug\/(?:pprof|default\/view)|\/elmah\.axd|\/trace\.axd|\/phpinfo(?:\.php)?$|\/_profiler\/phpinfo|\/console\/(?:login\/loginform\.jsp|css)|\/api\/jsonws\/invoke|\/owa\/auth\/.{0,20}\.js$|\/remote\/fgt_lang|\/dana-na\/|\/\+cscoe\+\/|\/vpn\/\.\.\/vpns|\/mgmt\/tm\/util|\/tmui\/login\.jsp\/\.\.;/,
  /\/manager\/html$|\/phpmyadmin[\d.-]*\/(?:scripts\/setup|setup)|\/(?:pma|myadmin|mysqladmin|dbadmin|sqlmanager)\/(?:index|scripts)|\/wp-config\.php[.~_]|\/wp-content\/plugins\/.{1,60}\/(?:timthumb|uploadify|upload|shell)\.php|\/xmlrpc\.php\.|\/wp-content\/(?:debug|errors?)\.log/,
  /\/(?:c99|r57|wso|b374k|alfa|alfacgiapi|webshell|shell|cmd|backdoor|adminer-\d|mini|indoxploit|filesman|weevely|phpspy|antsword|behinder|godzilla)(?:shell)?\d{0,3}\.(?:php\d?|phtml|jspx?|aspx?|ashx|cgi)$/,
];
function detectProbe(value: Value): Match[] {
  for (const probe of probes) {
    const found = probe.exec(value.decoded);
    if (found) return [{ id: 'scanner-probe', text: found[0] }];
  }
  return [];
}

export const scannerDetectors: readonly Detector[] = [
  { module: 'scanner', header: 'user-agent', detect: detectAgent },
  { module: 'scanner', places: ['header'], detect: detectHeader },
  {
    module: 'scanner',
    places: ['path'],
    detect: (value) => (value.hasAny(Sign.dash | Sign.slash | Sign.dot | Sign.space) ? detectMark(value) : []),
  },
  { module: 'scanner', places: ['path'], detect: detectProbe },
];
