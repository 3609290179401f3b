/** Names that scanners and attack tools have in their user agents. Without those that are also words, products or services. */
const names = `absinthe acunetix arachni bsqlbf burpcollaborator cgichk cmsmap commix davtest dirb dirbuster dirsearch dotdotpwn evilscanner feroxbuster
  ffuf fimap floodgate gobuster gootkit grendel-scan havij httprint inspathx jaeles jbrofuzz joomscan jorgee karzinka libwhisker l9explore
  l9tcpid masscan morfeus mysqloit n-stealth nessus netsparker nikto nmap nsauditor nuclei openvas pangolin paros pmafind pykto rustbuster
  scrawlr skipfish springenwerk sqlmap sqlninja struts-pwn tbi-webscanner tsunamisecurityscanner w3af wapiti webbandit webinspect webshag
  webvulnscan wfuzz whatweb whcc wpscan wprecon xspider xsser zaproxy zgrab zmap zmeu datacha0s core-project xrumer prettypark s\\.t\\.a\\.l\\.k\\.e\\.r
  gold-stealer network-services-auditor openvas-vt`;

export const agents = new RegExp(
  `(?:^|[^a-z])(?:${names.trim().split(/\s+/).join('|')}|sql power injector|domino hunter|teh forest lobster|black widow)(?![a-z])`,
);
