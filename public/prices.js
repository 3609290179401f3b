// The page has the plans and prices of its build. Operators may have changed prices and hidden plans since (docs/decisions/0036).
(async () => {
  const [intl, currency, ...numbers] = document.querySelector('[data-money]').dataset.money.split(' ');
  const [divisor, digits] = numbers.map(Number);
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' };
  const text = (mills, options) =>
    new Intl.NumberFormat(intl, { ...style, ...options })
      .formatToParts(mills / divisor / 10 ** digits)
      .map(({ type, value }) => (type === 'currency' && /[A-Za-z]/.test(value) ? `\u2066${value}\u2069` : value))
      .join('');
  const money = (mills) =>
    text(Math.floor(mills / divisor) * divisor, { maximumFractionDigits: digits, trailingZeroDisplay: 'stripIfInteger' });
  const exact = (mills) => text(mills, { minimumFractionDigits: digits, maximumFractionDigits: digits + Math.round(Math.log10(divisor)) });
  const answer = await fetch('/api/domain/plan/publicList', { headers: { accept: 'application/json' } }).catch(() => null);
  if (!answer?.ok) return;
  const { plans: offered, trafficPrice } = await answer.json();
  if (trafficPrice !== undefined)
    for (const place of document.querySelectorAll('[data-traffic-price]')) place.textContent = exact(trafficPrice);
  const plans = new Map(offered.map(({ code, price }) => [code, price]));
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
