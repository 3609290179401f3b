import mdx from '@astrojs/mdx';
import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, passthroughImageService } from 'astro/config';

const locales = ['en', 'fa', 'ar', 'es'];

export default defineConfig({
  output: 'static',
  site: process.env.ORIGIN || 'http://127.0.0.1:4321',
  // `server.mjs` answers static files and headers; Astro answers what is left (stack.md section 5).
  adapter: node({ mode: 'middleware', bodySizeLimit: 200 * 1024 * 1024 }),
  session: false,
  image: { service: passthroughImageService() },
  trailingSlash: 'ignore',
  build: { format: 'directory', inlineStylesheets: 'never' },
  // The adapter checks `Origin` itself, for every content type (reliability.md 1.4).
  security: { checkOrigin: false },
  i18n: { locales, defaultLocale: 'en', routing: { prefixDefaultLocale: false } },
  integrations: [react(), mdx()],
  vite: {
    plugins: [tailwindcss()],
    build: {
      rolldownOptions: {
        // Rolldown warns of "use client" in every package and MDX file; nothing follows from it here.
        onwarn(warning, next) {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') next(warning);
        },
      },
    },
    ssr: { external: ['better-sqlite3', 'pg'] },
  },
});
