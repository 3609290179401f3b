// Sends the contact form and says beside each field what is wrong with it, in the words of the answer.
(() => {
  const form = document.querySelector('[data-contact]');
  const done = document.querySelector('[data-sent]');
  const button = form.querySelector('button');
  const label = button.querySelector('span');
  const send = label.textContent;
  const failure = form.querySelector('[data-failure]');
  let busy = false;

  const tell = (place, text = '') => {
    place.textContent = text;
    place.hidden = !text;
  };
  const mark = (field, text) => {
    tell(form.querySelector(`[data-error="${field.name}"]`), text);
    text ? field.setAttribute('aria-invalid', 'true') : field.removeAttribute('aria-invalid');
  };
  const fields = [...form.elements].filter((field) => field.id);

  form.addEventListener('input', ({ target }) => target.id && mark(target));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    label.textContent = button.dataset.busy;
    button.setAttribute('aria-busy', 'true');
    tell(failure);
    for (const field of fields) mark(field);
    try {
      const { mobile, ...values } = Object.fromEntries(new FormData(form));
      const response = await fetch(form.action, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
        body: JSON.stringify(mobile ? { ...values, mobile } : values),
        signal: AbortSignal.timeout(20000),
      });
      const answer = await response.json();
      if (response.ok) {
        form.reset();
        form.hidden = true;
        done.hidden = false;
        done.focus();
      } else {
        for (const field of fields) mark(field, answer.fields?.[field.name]);
        const wrong = fields.find((field) => answer.fields?.[field.name]);
        tell(failure, wrong ? form.dataset.check : response.status < 500 ? answer.message : form.dataset.failed);
        wrong?.focus();
      }
    } catch {
      tell(failure, navigator.onLine ? form.dataset.failed : form.dataset.offline);
    }
    busy = false;
    label.textContent = send;
    button.removeAttribute('aria-busy');
  });
  done.querySelector('[data-again]').addEventListener('click', () => {
    done.hidden = true;
    form.hidden = false;
    form.elements.name.focus();
  });
})();
