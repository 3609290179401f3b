/** Formatters of Intl take 20 to 50 µs to make, and a list asks for the same few in each of its rows: each is made once. */
function once<O, F>(Formatter: new (locale: string, options?: O) => F): (locale: string, options?: O) => F {
  const made = new Map<string, F>();
  return (locale, options) => {
    const name = options ? locale + JSON.stringify(options) : locale;
    let formatter = made.get(name);
    if (!formatter) {
      formatter = new Formatter(locale, options);
      made.set(name, formatter);
    }
    return formatter;
  };
}

export const numberFormat = once<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat);
export const dateFormat = once<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat);
