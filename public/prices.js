// The page has the prices of its build. The provider's are shown instead, if operators have changed them since (docs/decisions/0036).
(async () => {
  const { intl, currency, divisor, digits } = document.currentScript.dataset;
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
  for (const { code, price } of (await answer.json()).plans) {
    for (const period of ['monthly', 'annual'])
      for (const place of document.querySelectorAll(`[data-price="${code}.${period}"]`))
        if (place.dataset.mills !== String(price[period]) && price[period] !== null) place.textContent = money(price[period]);
    for (const place of document.querySelectorAll(`[data-saved="${code}"]`)) {
      const saved = price.monthly * 12 - price.annual;
      place.hidden = saved <= 0;
      if (place.dataset.mills !== String(saved)) place.textContent = place.dataset.text.replace('#', money(saved));
    }
  }
})();
