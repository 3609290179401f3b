/** Words of the English site and panel that claim something that not every installation has. */
export const claimWords =
  /HTTP\/3|\bQUIC\b|L3\/4|network level|country rule|country allowlist|block a country|visitors by country|access logs?\b|CAPTCHA|address stays hidden/i;
