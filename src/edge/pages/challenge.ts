import { randomBytes } from 'node:crypto';
import { edgePages } from '../../lib/rules/cdn/edge/responses.ts';
import { peek } from '../request/body.ts';
import type { Exchange } from '../request/exchange.ts';
import type { Reply } from '../request/next.ts';
import { customPage, fillCustom, matchLocale, ownPage, type PageFacts, wantsJson } from './pages.ts';
import type { ChallengeKind } from './passes.ts';
import { pageFacts, pageReply, proxyStatus } from './reply.ts';
import { texts } from './texts.ts';

/** Where a browser sends its solution. */
export const solvePath = '/.well-known/edge-challenge';

/** SHA-256 in plain JavaScript: `crypto.subtle` doesn't exist on pages over HTTP. Finds a nonce, then submits the form. */
const solver = (isInteractive: boolean): string => `(()=>{
const K=[],H0=[];let n=2;const frac=x=>(x-Math.floor(x))*4294967296|0;
while(K.length<64){let p=true;for(let i=2;i*i<=n;i++)if(n%i===0){p=false;break}if(p){if(H0.length<8)H0.push(frac(Math.sqrt(n)));K.push(frac(Math.cbrt(n)))}n++}
const W=new Int32Array(64);
function block(H,M){for(let i=0;i<64;i++){if(i<16)W[i]=M[i];else{const a=W[i-15],b=W[i-2];W[i]=W[i-16]+W[i-7]+((a>>>7|a<<25)^(a>>>18|a<<14)^a>>>3)+((b>>>17|b<<15)^(b>>>19|b<<13)^b>>>10)}}
let[a,b,c,d,e,f,g,h]=H;for(let i=0;i<64;i++){const t=h+((e>>>6|e<<26)^(e>>>11|e<<21)^(e>>>25|e<<7))+(e&f^~e&g)+K[i]+W[i]|0,u=((a>>>2|a<<30)^(a>>>13|a<<19)^(a>>>22|a<<10))+(a&b^a&c^b&c)|0;h=g;g=f;f=e;e=d+t|0;d=c;c=b;b=a;a=t+u|0}
H[0]+=a;H[1]+=b;H[2]+=c;H[3]+=d;H[4]+=e;H[5]+=f;H[6]+=g;H[7]+=h}
function first(text){const bytes=[...text].map(c=>c.charCodeAt(0)),bits=bytes.length*8;bytes.push(128);while(bytes.length%64!==56)bytes.push(0);
const words=[];for(let i=0;i<bytes.length;i+=4)words.push(bytes[i]<<24|bytes[i+1]<<16|bytes[i+2]<<8|bytes[i+3]);words.push(0,bits);
const H=new Int32Array(H0);for(let i=0;i<words.length;i+=16)block(H,words.slice(i,i+16));return H[0]>>>0}
const form=document.getElementById('edge-form'),seed=form.elements.seed.value,bits=+form.dataset.bits;
function run(nonce){const end=nonce+3000;for(;nonce<end;nonce++)if(first(seed+'.'+nonce)>>>(32-bits)===0){form.elements.nonce.value=nonce;form.elements.to.value=location.pathname+location.search;form.submit();return}setTimeout(run,0,nonce)}
${isInteractive ? "const box=document.getElementById('edge-box');box.addEventListener('change',()=>{box.disabled=true;document.getElementById('edge-said').textContent=form.dataset.checking;setTimeout(run,20,0)})" : 'run(0)'}
})()`;

/**
 * The page of a challenge. `cookie`: a browser that keeps the cookie passes when the page reloads itself. `js`: a proof of work.
 * `captcha`: the same, twice as hard or more, after a click. It tells browsers from simple programs, not humans from programs that
 * run a browser.
 */
function challengePage(exchange: Exchange, type: ChallengeKind, facts: PageFacts): { html: string; headers: Record<string, string> } {
  const { site, tools, visitor } = exchange;
  const { id } = site.policy;
  const nonce = randomBytes(12).toString('base64url');
  const own = texts[matchLocale(facts.acceptLanguage)];
  const headers = {
    'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`,
    'cache-control': 'no-store',
    'proxy-status': proxyStatus(edgePages.check.error),
  };
  if (type === 'cookie') {
    const body = `<p><noscript>${own.noScript}</noscript></p><script nonce="${nonce}">if(!sessionStorage.edgeTried){sessionStorage.edgeTried=1;location.reload()}else delete sessionStorage.edgeTried</script>`;
    const cookie = tools.passes.cookie('cookie', id, facts.ip, facts.now, visitor.scheme === 'https');
    return { html: ownPage('check', facts, { body }), headers: { ...headers, 'set-cookie': cookie } };
  }
  const puzzle = tools.passes.puzzle(type, id, facts.ip, facts.now);
  const box = type === 'captcha' ? `<label><input type="checkbox" id="edge-box"><span id="edge-said">${own.checkBox}</span></label>` : '';
  const body = `<form id="edge-form" method="post" action="${solvePath}" data-bits="${puzzle.bits}" data-checking="${own.checking}">${box}<input type="hidden" name="seed" value="${puzzle.seed}"><input type="hidden" name="nonce"><input type="hidden" name="to"></form><noscript>${own.noScript}</noscript><script nonce="${nonce}">${solver(type === 'captcha')}</script>`;
  const custom = type === 'captcha' ? customPage(site.policy.pages, 'captcha', facts.status) : null;
  return { html: custom === null ? ownPage('check', facts, { body }) : fillCustom(custom, facts, body), headers };
}

/** The page of a challenge as a response; programs get the reason as JSON. */
export function challengeReply(exchange: Exchange, type: ChallengeKind): Reply {
  const facts = pageFacts(exchange, edgePages.check.status);
  if (wantsJson(facts)) return pageReply(exchange, 'check', 'challenged');
  const { html, headers } = challengePage(exchange, type, facts);
  const page = { 'content-type': 'text/html; charset=utf-8', ...headers };
  return { status: facts.status, headers: page, body: html, outcome: 'challenged' };
}

/** Checks the solution that a browser has sent. Right: a cookie, and back to the page; else the next challenge. */
export async function solve(exchange: Exchange): Promise<Reply> {
  const { tools, site, visitor, now } = exchange;
  const form = new URLSearchParams((await peek(visitor.request)).start.toString());
  const type = tools.passes.solved(form.get('seed') ?? '', form.get('nonce') ?? '', site.policy.id, visitor.ip, now);
  if (!type) return challengeReply(exchange, 'js');
  const cookie = tools.passes.cookie(type, site.policy.id, visitor.ip, now, visitor.scheme === 'https');
  const headers = { location: safePath(form.get('to') ?? '/'), 'set-cookie': cookie, 'cache-control': 'no-store' };
  return { status: 303, headers, body: '', outcome: 'challenged' };
}

/** The path to return to after a challenge: on this host, whatever the form says. */
const safePath = (to: string): string => (/^\/(?![/\\])[^\s\\]*$/.test(to) ? to : '/');
