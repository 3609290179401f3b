import { describe, expect, test } from 'vitest';
import { controlledEdge, readDesired, started } from '../../../../tests/support/edgeControl.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { https } from '../../../lib/contract/cdn/https.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { waf } from '../../../lib/contract/cdn/waf.ts';
import { demo } from '../../../lib/contract/fields.ts';

const { domainId } = demo;

describe('a report', () => {
  test('says of each rule what is live: an edge that is behind with another one keeps no rule from being live', async () => {
    const { p, token, report } = await started();
    const second = controlledEdge(p, 'edge-2');
    const [login, api] = demo.rateLimitIds;
    const list = async () => (await p.ok(rateLimit.list, { domainId }, { token })).rules;
    const shown = async () => Object.fromEntries((await list()).map(({ id, deployStatus, edge }) => [id, { deployStatus, edge }]));
    const toggle = (ruleId: string, deploy: boolean) => p.ok(rateLimit.toggleDeploy, { domainId, ruleId, deploy }, { token });
    const publish = async (version: number) => {
      await expect.poll(async () => (await readDesired(p)).wantedVersion).toBe(version);
      await p.provider.services.jobs.runDue();
    };
    const deploying = (confirmed: number) => ({ deployStatus: 'deploying', edge: { status: 'deploying', edges: 2, confirmed } });
    const live = { deployStatus: 'deployed', edge: { status: 'deployed', edges: 2, confirmed: 2 } };
    const draft = { deployStatus: 'draft' };
    expect(await shown()).toEqual({ [login]: { deployStatus: 'saved' }, [api]: draft });
    await report({ [domainId]: 1 });
    await second.report({ [domainId]: 1 });
    expect(await shown()).toEqual({ [login]: live, [api]: draft });

    await toggle(api, true);
    // Also before the change has become a version.
    expect(await shown()).toEqual({ [login]: live, [api]: deploying(0) });
    await publish(2);
    await report({ [domainId]: 2 });
    expect(await shown()).toEqual({ [login]: live, [api]: deploying(1) });
    // The next change, while the second edge is still behind: each rule waits for its own.
    await toggle(login, false);
    await publish(3);
    await second.report({ [domainId]: 2 });
    expect(await shown()).toEqual({ [login]: deploying(0), [api]: live });
    // A rule that was turned off acts until every edge has forgotten it.
    await report({ [domainId]: 3 });
    expect(await shown()).toEqual({ [login]: deploying(1), [api]: live });
    await second.report({ [domainId]: 2 }, { [domainId]: { version: 3, reason: 'x' } });
    expect(await shown()).toMatchObject({ [login]: { deployStatus: 'failed', edge: { confirmed: 1 } }, [api]: live });
    await second.report({ [domainId]: 3 });
    expect(await shown()).toEqual({ [login]: draft, [api]: live });

    // A draft, and a change of another list, put nothing of a rule on its way.
    await p.ok(rateLimit.update, { domainId, ruleId: api, requestCount: 7 }, { token });
    await p.ok(https.backendProtocol, https.backendProtocol.example, { token });
    await publish(4);
    expect(await shown()).toEqual({ [login]: draft, [api]: live });
    expect((await p.ok(domain.get, { domainId }, { token })).domain.edge?.status).toBe('deploying');
    await p.ok(rateLimit.reorder, { domainId, ids: [api, login] }, { token });
    expect(await shown()).toMatchObject({ [api]: deploying(0) });
    await publish(5);
    await report({ [domainId]: 5 });
    // The second edge stops reporting: it no longer counts.
    p.clock.now += 40_000;
    await report({ [domainId]: 5 });
    p.clock.now += 40_000;
    expect(await shown()).toEqual({
      [login]: draft,
      [api]: { deployStatus: 'deployed', edge: { status: 'deployed', edges: 1, confirmed: 1 } },
    });
  });

  test('says of the rules of every list what is live, and of those from before versions of rules what is of their domain', async () => {
    const { p, token, report } = await started();
    await updateStored(p, 'edgeItem', {}, { edgeVersion: null });
    const lists = async () => [
      (await p.ok(firewall.list, { domainId }, { token })).rules,
      (await p.ok(pageRule.list, { domainId }, { token })).paths,
      (await p.ok(waf.rules, { domainId }, { token })).rules,
      (await p.ok(waf.exceptions, { domainId }, { token })).exceptions,
      (await p.ok(rateLimit.list, { domainId }, { token })).rules,
    ];
    const shown = async () =>
      (await lists()).map((rules) => [...new Set(rules.flatMap(({ deploy, deployStatus }) => (deploy ? deployStatus : [])))]);
    await report({});
    expect(await shown()).toEqual(Array(5).fill(['deploying']));
    await report({ [domainId]: 1 });
    expect(await shown()).toEqual(Array(5).fill(['deployed']));
  });

  test('never says more of a domain than of the rule that changed last: its state is the worst of its rules', async () => {
    const { p, token, report } = await started();
    const edges = [{ report }, controlledEdge(p, 'edge-2')];
    const worst = ['draft', 'deployed', 'deploying', 'failed'];
    const versions = [1, 1];
    for (const [n, edge] of edges.entries()) await edge.report({ [domainId]: versions[n] ?? 0 });
    let version = 1;
    const isOn = new Map<string, boolean>(demo.rateLimitIds.map((id, n) => [id, n === 0]));
    // Which rule changes, or which edge reports: that it is up to date, that it is one version behind, or that it refuses the newest.
    const steps = 'change 0, full 0, change 1, late 1, full 0, refuse 1, change 0, full 1, full 0, change 1, change 0, late 0, late 1';
    const more = 'full 0, refuse 1, full 1, change 1, refuse 0, full 1, full 0';
    for (const step of `${steps}, ${more}`.split(', ')) {
      const [what, which] = [step.split(' ')[0], Number(step.at(-1))];
      if (what === 'change') {
        const ruleId = demo.rateLimitIds[which] ?? '';
        const deploy = !isOn.get(ruleId);
        isOn.set(ruleId, deploy);
        await p.ok(rateLimit.toggleDeploy, { domainId, ruleId, deploy }, { token });
        version++;
        await expect.poll(async () => (await readDesired(p)).wantedVersion).toBe(version);
        await p.provider.services.jobs.runDue();
      } else {
        if (what !== 'refuse') versions[which] = Math.max(versions[which] ?? 0, what === 'full' ? version : version - 1);
        const refused = what === 'refuse' && (versions[which] ?? 0) < version ? { [domainId]: { version, reason: 'x' } } : {};
        await edges[which]?.report({ [domainId]: versions[which] ?? 0 }, refused);
      }
      const { rules } = await p.ok(rateLimit.list, { domainId }, { token });
      const ofRules = Math.max(...rules.map(({ deployStatus = '' }) => worst.indexOf(deployStatus)));
      const ofDomain = worst.indexOf((await p.ok(domain.get, { domainId }, { token })).domain.edge?.status ?? '');
      expect([step, worst[Math.max(ofRules, 1)]]).toEqual([step, worst[ofDomain]]);
    }
  });
});
