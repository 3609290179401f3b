/**
 * A certificate that has signed itself, with its key, for the examples of the documentation: made for this page, known to everybody and
 * used for nothing.
 */
export const sslExample = {
  certificate: `-----BEGIN CERTIFICATE-----
MIIBgDCCASegAwIBAgIBATAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5wYXJ2YXou
ZXhhbXBsZTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowGTEXMBUG
A1UEAwwOcGFydmF6LmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ1
j0BI3+gbqTDQxm2cxYPoHuG6pyBY7OgzeRTJYUfJUyA4tjL7bMLxfpnJeIWbLixm
vrYLACfwzFeVTTQEoS7Mo14wXDAMBgNVHRMBAf8EAjAAMC0GA1UdEQQmMCSCDnBh
cnZhei5leGFtcGxlghJ3d3cucGFydmF6LmV4YW1wbGUwHQYDVR0OBBYEFIQCbH2P
bmQKC0mC+Xjd+Y2LplxbMAoGCCqGSM49BAMCA0cAMEQCIEO8sarJ79O+0qPSI0r4
E/vhijBuDerI6nOjJONBRsTGAiBYDPrDqDJNikXUz16wU7sYYivz2Fl+SXizH3Mx
0BCK7w==
-----END CERTIFICATE-----
`,
  privateKey: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCjWSchHYqoSjomnS
5xnN57Es3v2DndskUvAFvfE05UehRANCAAQ1j0BI3+gbqTDQxm2cxYPoHuG6pyBY
7OgzeRTJYUfJUyA4tjL7bMLxfpnJeIWbLixmvrYLACfwzFeVTTQEoS7M
-----END PRIVATE KEY-----
`,
};
