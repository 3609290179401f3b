import type { Trial } from './trial.ts';

/* "Try it" of the API reference: sends the call with the reader's own session, and shows the raw response. */
const PATIENCE = 20_000;
const SESSION = 'nasim:session';

interface Answer {
  status: number;
  statusText: string;
  text: string;
  ms: number;
}

addEventListener('nasim:try', ({ target }) => {
  if (target instanceof HTMLElement && !target.dataset.ready) prepare(target);
});

function prepare(fold: HTMLElement): void {
  fold.dataset.ready = '';
  const trial = JSON.parse(fold.dataset.try ?? '{}') as Trial; // written by Call.astro
  const template = document.querySelector<HTMLTemplateElement>('#api-try');
  // Imported, not cloned: links in a template's own document have no base URL.
  const form = template && document.importNode(template.content, true).querySelector('form');
  if (!form) return;
  const part = <T extends HTMLElement = HTMLElement>(selector: string) => form.querySelector(selector) as T; // Try.astro has them all
  const input = part<HTMLTextAreaElement>('textarea');
  const button = part<HTMLButtonElement>('button');
  const status = part('.api-answer');
  const output = part<HTMLPreElement>('pre');
  const signIn = part('[data-part="sign-in"]');

  input.value = JSON.stringify(trial.example, null, 2);
  input.rows = Math.min(16, input.value.split('\n').length + 1);
  part('[data-part="file"]').hidden = trial.body !== 'multipart';
  part('[data-part="confirm"]').hidden = !trial.changes;
  part<HTMLAnchorElement>('[data-part="sign-in"] a').search = `?redirectTo=${encodeURIComponent(location.pathname)}`;
  const isClosed = trial.not !== null || (trial.needsSession && !localStorage.getItem(SESSION));
  part('[data-part="send"]').hidden = isClosed;
  signIn.hidden = !isClosed || trial.not !== null;
  if (trial.not) part(`[data-part="not-${trial.not}"]`).hidden = false;
  fold.append(form);

  const showStatus = (words = '', isWrong = true) => {
    status.textContent = words;
    status.dataset.tone = isWrong ? 'danger' : 'success';
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.ariaDisabled === 'true') return;
    output.hidden = true;
    const file = part<HTMLInputElement>('input[type="file"]').files?.[0];
    let values: Record<string, unknown>;
    try {
      values = JSON.parse(input.value || '{}') as Record<string, unknown>;
      if (typeof values !== 'object' || values === null || Array.isArray(values)) throw new Error('no object');
    } catch {
      input.focus();
      return showStatus(status.dataset.json);
    }
    if (trial.body === 'multipart' && !file) return showStatus(status.dataset.file);
    if (trial.changes && !part<HTMLInputElement>('input[type="checkbox"]').checked) return showStatus(status.dataset.confirm);

    const words = button.textContent;
    button.textContent = button.dataset.sending ?? words;
    button.ariaDisabled = 'true';
    showStatus('', false);
    try {
      let answer = await send(trial, values, file);
      if (answer.status === 401 && trial.needsSession && (await refreshed())) answer = await send(trial, values, file);
      show(answer);
    } catch {
      showStatus(status.dataset.failed);
    } finally {
      button.textContent = words;
      button.ariaDisabled = null;
    }
  });

  function show({ status: code, statusText, text, ms }: Answer): void {
    const over = code === 401 && trial.needsSession;
    signIn.hidden = !over;
    const duration = status.dataset.time?.replace('#', new Intl.NumberFormat(document.documentElement.lang).format(ms));
    showStatus([`\u2066${code} ${statusText}\u2069`, duration, over ? status.dataset.over : ''].filter(Boolean).join(' · '), code >= 400);
    output.textContent = pretty(text);
    output.hidden = false;
    // Each change needs its own confirmation.
    part<HTMLInputElement>('input[type="checkbox"]').checked = false;
  }
}

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

async function send(trial: Trial, values: Record<string, unknown>, file: File | undefined): Promise<Answer> {
  const headers: Record<string, string> = { 'accept-language': document.documentElement.lang };
  const entries = Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const);
  let body: BodyInit | null = null;
  let query = '';
  if (trial.money) headers['idempotency-key'] = crypto.randomUUID();
  if (trial.method === 'GET') query = entries.length ? `?${new URLSearchParams(entries.map(([name, value]) => [name, value]))}` : '';
  else if (trial.body === 'multipart' && file) {
    body = new FormData();
    for (const [name, value] of entries) body.append(name, value);
    body.append('file', file);
  } else {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(values);
  }
  const began = performance.now();
  const answer = await fetch(`/api${trial.path}${query}`, { method: trial.method, headers, body, signal: AbortSignal.timeout(PATIENCE) });
  const text = await answer.text();
  return { status: answer.status, statusText: answer.statusText, text, ms: Math.round(performance.now() - began) };
}

/** Exchanges an expired token, as the panel does, one tab at a time (browser/api/refresh.ts). False when the session is over. */
async function refreshed(): Promise<boolean> {
  const before = localStorage.getItem(SESSION);
  const exchange = async () => {
    if (localStorage.getItem(SESSION) !== before) return true;
    const answer = await fetch('/api/auth/refresh', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    if (!answer.ok) return false;
    const { session } = (await answer.json()) as { session: unknown }; // the adapter's own answer
    localStorage.setItem(SESSION, JSON.stringify(session));
    return true;
  };
  return navigator.locks ? navigator.locks.request('nasim:refresh', exchange) : exchange();
}
