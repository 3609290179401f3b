import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, createServer, type Rolldown } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { makeBackend } from '../scripts/lib/backend.ts';
import { callsView } from '../scripts/lib/callsView.mjs';

const contract = join(process.cwd(), 'src/lib/contract');

/** A script of the browser that imports a module of the contract in both ways. */
function script() {
  const root = mkdtempSync(join(tmpdir(), 'calls-view-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(
    join(root, 'script.tsx'),
    `import { type ConsultingForm, supportPlan } from '${contract}/support/supportPlan.ts';
     import { toIssue } from '${contract}/issue.ts';
     export const create: object = { calls: supportPlan, toIssue };
     export type Form = typeof ConsultingForm;
     export const whole = () => import('${contract}/support/supportPlan.ts');`,
  );
  return root;
}

const shared = { configFile: false, logLevel: 'silent' } as const;

test('a static import gets the calls without schemas, and a dynamic one the module: in the build and in development', async () => {
  const root = script();
  const built = (await build({
    ...shared,
    root,
    plugins: [callsView(makeBackend)],
    build: { write: false, minify: false, rolldownOptions: { input: join(root, 'script.tsx'), preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput;
  const modules = (file: RegExp) =>
    built.output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds.filter((id) => file.test(id)) : []));
  expect(modules(/supportPlan\.ts/).sort()).toEqual([`${contract}/support/supportPlan.ts`, `${contract}/support/supportPlan.ts?calls`]);
  expect(modules(/issue\.ts/)).toEqual([`${contract}/issue.ts`]);

  const running = await makeBackend();
  const server = await createServer({
    ...shared,
    root,
    plugins: [callsView(async () => running)],
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  });
  onTestFinished(async () => {
    await server.close();
    await running.stop();
  });
  const served = (await server.transformRequest('/script.tsx'))?.code ?? '';
  expect(served.match(/[\w/]+\.ts(\?calls)?(?=")/g)?.map((path) => path.replace(/.*\/contract\//, ''))).toEqual([
    'support/supportPlan.ts?calls',
    'issue.ts',
    'support/supportPlan.ts',
  ]);
  const view = (await server.transformRequest(`/@fs${contract}/support/supportPlan.ts?calls`))?.code ?? '';
  expect(view).toContain('/support/plan/activate');
  expect(view).not.toMatch(/zod|import /);
});
