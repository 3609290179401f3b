import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the stores that tests copy (template.ts). It exists for one run, so it never has an outdated schema or seed. */
    templates: string;
  }
}

/** Global setup of vitest. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-templates-'));
  project.provide('templates', folder);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // In watch mode a migration or a seed may have changed.
  project.onTestsRerun(() => {
    remove();
    mkdirSync(folder);
  });
  return remove;
}
