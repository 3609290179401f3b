import mdx from '@astrojs/mdx';
import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, passthroughImageService } from 'astro/config';

const locales = ['en', 'fa', 'ar', 'es'];

/** In development the provider and the adapter run beside Astro, as `server.mjs` has them in production. */
const provider = () => ({
  name: 'nasim:provider',
  hooks: {
    'astro:server:setup': async () => {
      const { boot } = await import('./src/boot.ts');
      (await boot()).start();
    },
  },
});

export default defineConfig({
  output: 'static',
  site: process.env.ORIGIN || 'http://127.0.0.1:4321',
  // `server.mjs` answers static files and headers; Astro answers what is left (stack.md section 5).
  adapter: node({ mode: 'middleware', staticHeaders: true, bodySizeLimit: 1024 * 1024 }),
  session: false,
  image: { service: passthroughImageService() },
  trailingSlash: 'ignore',
  build: { format: 'directory', inlineStylesheets: 'never' },
  // The adapter checks `Origin` itself, for every content type (reliability.md 1.4).
  security: {
    checkOrigin: false,
    csp: {
      algorithm: 'SHA-256',
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
      scriptDirective: { resources: ["'self'"] },
      // Style attributes of React, ClientRouter and code blocks; a style can't run anything here (stack.md section 5).
      styleDirective: { resources: ["'self'", "'unsafe-inline'"] },
    },
  },
  i18n: { locales, defaultLocale: 'en', routing: { prefixDefaultLocale: false } },
  // Both themes as variables: the page's theme picks one (styles of the docs).
  markdown: { shikiConfig: { themes: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' }, defaultColor: false } },
  integrations: [react(), mdx(), provider()],
  vite: {
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // By itself every shared module becomes a chunk: 79 requests for a list page, and small files that compress badly.
              codeSplitting: {
                // Higher first; a group takes what it imports along, unless a higher one has it.
                groups: [
                  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 60 },
                  // Sign-in loads this one on the first focus, so nothing that sign-in needs at once may stand in it or import it.
                  { name: 'contract', test: /node_modules[\\/]zod[\\/]|src[\\/]lib[\\/]contract[\\/](?!issue)/, priority: 50 },
                  { name: 'vendor', test: /node_modules[\\/](i18next|react-i18next|nanostores|@nanostores)[\\/]/, priority: 58 },
                  { name: 'query', test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/, priority: 57 },
                  {
                    name: 'form',
                    test: /node_modules[\\/]react-hook-form[\\/]|src[\\/]lib[\\/](forms[\\/]|contract[\\/]issue)/,
                    priority: 52,
                  },
                  {
                    name: 'app',
                    test: /src[\\/]lib[\\/](i18n|format|stores|page|navigate|routes|brand|api[\\/](client|errors|refresh|hints|upload))/,
                    priority: 55,
                    minShareCount: 2,
                  },
                  {
                    name: 'kit',
                    test: /node_modules[\\/]lucide-react[\\/]|src[\\/]islands[\\/]ui[\\/](?!gallery|Gallery|VirtualRows)/,
                    priority: 20,
                    minShareCount: 3,
                  },
                  { name: 'shell', test: /src[\\/]islands[\\/]shell[\\/]|src[\\/]lib[\\/]api[\\/]/, priority: 15, minShareCount: 2 },
                ],
              },
            },
          },
        },
      },
    },
    plugins: [tailwindcss()],
    build: {
      rolldownOptions: {
        // Rolldown warns of "use client" in every package and MDX file; nothing follows from it here.
        onwarn(warning, next) {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') next(warning);
        },
      },
    },
  },
});
