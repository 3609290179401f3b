// The page has the plans and prices of its build. Operators may have changed prices and hidden plans since (docs/decisions/0036).
(async () => {
  const [intl, currency, divisor, digits] = document.currentScript.dataset.money.split(' ');
  const format = new Intl.NumberFormat(intl, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: Number(digits),
    trailingZeroDisplay: 'stripIfInteger',
  });
  const money = (mills) =>
    format
      .formatToParts(Math.floor(mills / Number(divisor)) / 10 ** Number(digits))
      .map(({ type, value }) => (type === 'currency' && /[A-Za-z]/.test(value) ? `\u2066${value}\u2069` : value))
      .join('');
  const answer = await fetch('/api/domain/plan/publicList', { headers: { accept: 'application/json' } }).catch(() => null);
  if (!answer?.ok) return;
  const plans = new Map((await answer.json()).plans.map(({ code, price }) => [code, price]));
  for (const place of document.querySelectorAll('[data-plan]')) if (!plans.has(place.dataset.plan)) place.remove();
  for (const place of document.querySelectorAll('[data-price]')) {
    const [code, kind] = place.dataset.price.split('.');
    const price = plans.get(code);
    if (!price) {
      place.closest('.plan')?.remove();
      continue;
    }
    const current = kind === 'saved' ? price.monthly * 12 - price.annual : (price[kind] ?? null);
    if (current === null) continue;
    place.textContent = money(current);
    if (kind === 'saved') place.parentElement.hidden = current <= 0;
  }
})();
