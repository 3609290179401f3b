import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import mdx from '@astrojs/mdx';
import node from '@astrojs/node';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, passthroughImageService } from 'astro/config';
import { backend } from './scripts/lib/backend.ts';
import { callsView } from './scripts/lib/callsView.mjs';
import { chunkGroups, islandGraph } from './scripts/lib/chunks.mjs';
import { contentModules } from './scripts/lib/contentModules.mjs';
import { eagerScripts } from './scripts/lib/eager.mjs';
import { iconKeys } from './scripts/lib/iconKeys.mjs';
import { scriptImports } from './scripts/lib/imports.mjs';
import { pageTextsModule } from './scripts/lib/pageTexts.mjs';
import { sitemapOptions } from './scripts/lib/publicPages.mjs';
import { placeholderBrand } from './src/config/brandValues.ts';
import { BUILT_ORIGIN } from './src/lib/rules/core/builtOrigin.ts';

/** The script in every page's head (src/layouts/Base.astro). */
const themeHash = createHash('sha256').update(readFileSync('src/layouts/parts/theme.js')).digest('base64');

// Built pages have placeholders of the brand. In development the provider and the pages have it from DATA_DIR.
if (process.argv.includes('build')) globalThis.nasimSite = { brand: placeholderBrand, isBuiltIn: false, files: new Map(), version: 0 };
else await import('./src/lib/node/loadBrand.ts');

const locales = ['en', 'fa', 'ar', 'es'];
// The portal replaces it when it sends a page; in development, nothing does.
const site = process.argv.includes('dev') ? `http://127.0.0.1:${process.env.PORT ?? 4321}` : BUILT_ORIGIN;

/** In development the provider and the adapter run inside Astro, as `server.mjs` runs them in production, and are reloaded by themselves. */
const provider = () => ({
  name: 'nasim:provider',
  hooks: {
    'astro:server:setup': async ({ server }) => {
      const running = await backend();
      running.watch(server.watcher);
      server.middlewares.use(running.answer);
      server.httpServer?.on('upgrade', running.upgrade);
      await running.start();
    },
    'astro:server:start': async ({ address }) => (await backend()).startEdge(address.port),
  },
});

/** The title of a block of code: ```ini title="named.conf". layouts/mdx/Code.astro shows it. */
const codeTitle = {
  name: 'nasim:code-title',
  pre(node) {
    const title = /title="([^"]+)"/.exec(this.options.meta?.__raw ?? '')?.[1];
    if (title) node.properties['data-title'] = title;
  },
};

export default defineConfig({
  output: 'static',
  site,
  // `server.mjs` serves static files and headers; Astro serves everything else. The middleware completes whole pages, so that writing
  // them in parts would only cost time.
  adapter: node({ mode: 'middleware', staticHeaders: true, bodySizeLimit: 1024 * 1024, experimentalDisableStreaming: true }),
  session: false,
  // Prefetching would load a panel page for every hovered link and discard it: they are `no-store`.
  prefetch: false,
  image: { service: passthroughImageService() },
  trailingSlash: 'ignore',
  // Eight pages at once: while one is being written, others are rendered. Small style sheets are inlined: a request for
  // each of them costs a phone more than their bytes (`assetsInlineLimit` below).
  build: { concurrency: 8, format: 'directory', inlineStylesheets: 'auto' },
  // The adapter checks `Origin` itself, for every content type.
  security: {
    checkOrigin: false,
    csp: {
      algorithm: 'SHA-256',
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
      scriptDirective: { resources: ["'self'"], hashes: [`sha256-${themeHash}`] },
      // Style attributes of React, ClientRouter and code blocks; a style can't run anything here.
      styleDirective: { resources: ["'self'", "'unsafe-inline'"] },
    },
  },
  i18n: { locales, defaultLocale: 'en', routing: { prefixDefaultLocale: false } },
  // Both themes as variables: the page's theme selects one (styles of the docs).
  markdown: {
    shikiConfig: {
      themes: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
      defaultColor: false,
      transformers: [codeTitle],
    },
  },
  integrations: [react(), mdx(), sitemap(sitemapOptions('dist/client', site)), provider()],
  vite: {
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: { codeSplitting: { groups: chunkGroups } },
          },
        },
      },
    },
    // The search dialog is built as a worker but loaded as a module (layouts/parts/docs/search/open.ts).
    worker: { format: 'es' },
    plugins: [
      tailwindcss(),
      callsView(backend),
      pageTextsModule(),
      islandGraph(),
      iconKeys(),
      contentModules(),
      scriptImports(),
      eagerScripts(),
    ],
    build: {
      assetsInlineLimit: (file, content) => file.endsWith('.css') && content.byteLength < 5000,
      rolldownOptions: {
        // Rolldown warns about "use client" in every package and MDX file; it has no effect here.
        onwarn(warning, next) {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') next(warning);
        },
      },
    },
  },
});
