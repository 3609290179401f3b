import { prepared } from '../../../core/prepared.ts';
import { thresholds } from '../../waf/thresholds.ts';
import { visibleText } from '../../waf/visibleText.ts';
import { challengeName, hasPassed } from '../challenge.ts';
import type { EdgeConfig } from '../config.ts';
import { matchesRule } from '../pattern.ts';
import type { WafExceptionData, WafModule, WafProfile, WafRule } from '../protection.ts';
import { durationSeconds, isUntil, type Passage, parseTime, type Step, step, type Verdict } from '../types.ts';
import type { Visit } from '../visit.ts';
import { lateId, partialId, type Unread } from './body/reading.ts';
import { meets } from './conditions.ts';
import { DEADLINE_MS, type Finding, matchFindings } from './findings.ts';
import { decodePercent } from './normalize.ts';
import { patternIds, patternInfo } from './patternTable.ts';
import { expectingProfile } from './profiles.ts';

const fits = (rule: WafRule, visit: Visit): boolean =>
  (!rule.path || matchesRule(rule, visit)) && (rule.conditions ?? []).every((one) => meets(one, visit));

function excepts(exception: WafExceptionData, finding: Finding, visit: Visit): boolean {
  const { path, modules, patterns, argument } = exception;
  return (
    (!path || matchesRule(exception, visit)) &&
    (!modules?.length || modules.includes(finding.module)) &&
    (!patterns?.length || patterns.includes(finding.id)) &&
    (!argument || decodePercent(argument).toLowerCase() === finding.name.toLowerCase())
  );
}

const enabledModules = prepared(
  (modules: EdgeConfig['waf']['modules']) => new Set(modules.filter((one) => one.enabled).map(({ id }) => id)),
);

const mentions: ReadonlySet<string> = new Set(patternIds.filter((id) => patternInfo[id].mention));

const causeName = (cause: Unread) => ({ key: `edge:unread.${cause}` }) as const;
const moduleLabel = (module: WafModule) => ({ key: `edge:module.${module}` }) as const;

/** A hostile request has thousands of findings; all count, but only these many are shown. */
const maxReported = 20;
const findingSteps = (list: readonly Finding[], reason: Parameters<typeof findingStep>[1]): Step[] =>
  list.slice(0, maxReported).map((one) => findingStep(one, reason));

/** A finding that doesn't count, because the application of a profile causes it. */
function expectedStep(finding: Finding, profile: WafProfile): Step {
  const { id, module, place, name, text, score, unread } = finding;
  const item = { id, title: id };
  const expecting = { key: `edge:profile.${profile}` } as const;
  if (unread) return step('waf', 'log', 'wafUnreadExpected', { cause: causeName(unread), profile: expecting }, { item });
  const where = { key: `edge:place.${place}`, name } as const;
  return step(
    'waf',
    'log',
    'wafExpected',
    { module: moduleLabel(module), where, text: visibleText(text), score, profile: expecting },
    { item },
  );
}

function findingStep(finding: Finding, reason: 'wafFound' | 'wafExcepted' | 'wafLogged'): Step {
  const { id, module, place, name, text, score, unread } = finding;
  const item = { id, title: id };
  if (unread)
    return step('waf', 'log', reason === 'wafExcepted' ? 'wafUnreadExcepted' : 'wafUnread', { cause: causeName(unread) }, { item });
  const where = { key: `edge:place.${place}`, name } as const;
  return step('waf', 'log', reason, { module: moduleLabel(module), where, text: visibleText(text), score }, { item });
}

/** Stops a request, or only reports that it would have: detection "logs only, no blocking". */
function stop(one: Step, config: EdgeConfig['waf'], steps: Step[]): Verdict {
  if (config.mode !== 'detection') {
    const outcome = one.action === 'challenge' ? 'challenged' : 'blocked';
    return { steps: [...steps, one], end: { outcome, status: 403 } };
  }
  const until = parseTime(config.detectionUntil);
  const why = until === null ? step('waf', 'log', 'wafDetection') : step('waf', 'log', 'wafDetectionUntil', { until: { at: until } });
  return { steps: [...steps, { ...one, action: 'log' }, why] };
}

/** A rule that stops a request: immediately with `custom`, else on the first finding of its modules, whatever the score. */
function stopByRule(rule: WafRule, match: readonly Finding[], passage: Passage, steps: Step[]): Verdict | null {
  const { config, visit } = passage;
  const cause = rule.modules.includes('custom') ? null : match.find(({ module }) => rule.modules.includes(module));
  if (cause === undefined) return null;
  const item = { id: rule.id, title: rule.title };
  const before = cause ? [...steps, findingStep(cause, 'wafFound')] : steps;
  if (rule.action === 'block') return stop(step('waf', 'block', 'wafRuleBlock', {}, { item }), config.waf, before);
  const type = rule.challengeType ?? 'js';
  const challenge = challengeName(type);
  const time = { seconds: durationSeconds(config.ddos.passTime) };
  if (type === 'l34' || hasPassed(type, time.seconds, visit))
    return {
      steps: [
        ...before,
        step('waf', 'pass', type === 'l34' ? 'ddosNetwork' : 'challengePassed', type === 'l34' ? {} : { challenge, time }, { item }),
      ],
    };
  return stop(step('waf', 'challenge', 'wafRuleChallenge', { challenge }, { item }), config.waf, before);
}

/** The sum of all scores; of mere mentions, only the highest one: an article about attacks has many. */
function totalScore(findings: readonly Finding[]): number {
  let sum = 0;
  let mention = 0;
  for (const { id, score } of findings) {
    if (mentions.has(id)) mention = Math.max(mention, score);
    else sum += score;
  }
  return sum + mention;
}

/**
 * The score of all findings, except those of log-only modules. The mildest action of all involved modules is taken. A body that can't be
 * inspected is blocked whatever the score and the modules are: an attack in it would have none.
 */
function stopByScore(match: readonly Finding[], passage: Passage, steps: Step[]): Verdict {
  const { config, visit } = passage;
  const { modules, sensitivity = 'medium' } = config.waf;
  const actionOf = (module: WafModule) => modules.find(({ id }) => id === module)?.action ?? 'block';
  const counted = match.filter(({ module }) => actionOf(module) !== 'log');
  const score = totalScore(counted);
  const threshold = thresholds[sensitivity];
  const logged = match.filter(({ module }) => actionOf(module) === 'log');
  const all = [...steps, ...findingSteps(counted, 'wafFound'), ...findingSteps(logged, 'wafLogged')];
  if (match.some(({ unread }) => unread)) return stop(step('waf', 'block', 'wafUnreadBlock'), config.waf, all);
  if (score < threshold) {
    if (match.length === 0) return { steps: [...all, step('waf', 'pass', 'wafClean')] };
    return { steps: [...all, step('waf', 'pass', 'wafBelow', { score, threshold })] };
  }
  if (counted.every(({ module }) => actionOf(module) === 'challenge')) {
    const challenge = challengeName('js');
    const time = { seconds: durationSeconds(config.ddos.passTime) };
    if (hasPassed('js', time.seconds, visit)) return { steps: [...all, step('waf', 'pass', 'challengePassed', { challenge, time })] };
    return stop(step('waf', 'challenge', 'wafChallenge', { score, threshold, challenge }), config.waf, all);
  }
  return stop(step('waf', 'block', 'wafBlock', { score, threshold }), config.waf, all);
}

/**
 * The web application firewall. Custom rules first, from the top: `log` logs and continues, `allow` skips the rule's modules (all of
 * them with `custom`), `block` and `challenge` stop the request; the first rule other than `log` decides, and those below are skipped.
 * Then the modules run, except for exceptions. A rule uses its modules even if they are turned off.
 */
export function waf(passage: Passage): Verdict {
  const { config, visit } = passage;
  const { mode, detectionUntil, modules, profiles = [], rules, exceptions, sensitivity } = config.waf;
  if (mode === 'off') return { steps: [step('waf', 'skip', 'wafOff')] };
  if (mode === 'detection' && !isUntil(detectionUntil, visit.now)) return { steps: [step('waf', 'skip', 'wafDetectionOver')] };
  const fitting = rules.filter((rule) => fits(rule, visit));
  const enabled = enabledModules(modules);
  const inspected = fitting.length === 0 ? enabled : new Set([...enabled, ...fitting.flatMap((rule) => [...rule.modules])]);
  const { findings, isPartial, isLate } = matchFindings(visit, inspected, sensitivity === 'high');
  const counts = ({ module, unread }: Finding): boolean => enabled.has(module) || unread !== undefined;
  const found: Finding[] = [];
  const steps: Step[] = [];
  for (const finding of findings) {
    const isExcepted = exceptions.some((one) => excepts(one, finding, visit));
    const profile = isExcepted ? undefined : expectingProfile(profiles, finding, visit);
    if (!isExcepted && !profile) found.push(finding);
    else if (counts(finding) && steps.length < maxReported)
      steps.push(profile ? expectedStep(finding, profile) : findingStep(finding, 'wafExcepted'));
  }
  if (isPartial) steps.push(step('waf', 'log', 'wafPartial', {}, { item: { id: partialId, title: partialId } }));
  if (isLate) steps.push(step('waf', 'log', 'wafLate', { ms: DEADLINE_MS }, { item: { id: lateId, title: lateId } }));
  for (const rule of fitting) {
    const item = { id: rule.id, title: rule.title };
    const isCustom = rule.modules.includes('custom');
    const finds = isCustom || found.some(({ module }) => rule.modules.includes(module));
    if (rule.action === 'log') {
      if (finds) steps.push(step('waf', 'log', 'wafRuleLog', {}, { item }));
    } else if (rule.action === 'allow') {
      if (isCustom) return { steps: [...steps, step('waf', 'allow', 'wafRuleAllow', {}, { item })] };
      const left = found.filter((one) => counts(one) && !rule.modules.includes(one.module));
      return stopByScore(left, passage, [...steps, step('waf', 'allow', 'wafRuleModules', {}, { item })]);
    } else {
      const verdict = stopByRule(rule, found, passage, steps);
      if (verdict) return verdict;
    }
  }
  return stopByScore(found.filter(counts), passage, steps);
}
