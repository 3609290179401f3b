// The billing period of the prices is in the address, so that a link shows the same prices. The switch itself works without it.
(() => {
  const inputs = [...document.querySelectorAll('[data-period-switch] input')];
  const show = () => {
    const asked = new URLSearchParams(location.search).get('period') === 'year' ? 'year' : 'month';
    for (const input of inputs) input.checked = input.value === asked;
  };
  for (const input of inputs)
    input.addEventListener('change', () => {
      const url = new URL(location.href);
      if (input.value === 'year') url.searchParams.set('period', 'year');
      else url.searchParams.delete('period');
      history.replaceState(history.state, '', url);
    });
  show();
})();
