import { type ReactNode, useMemo } from 'react';
import { saveFile } from '../../../../browser/api/saveFile.ts';
import { useT } from '../../../../lib/i18n/react.tsx';
import type { Translate } from '../../../../lib/i18n/translator.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ListTools } from '../../../ui/ListTools.tsx';
import type { Column, Filter } from '../../../ui/table/types.ts';
import type { Rule } from './RuleList.tsx';

/** The rules to show. */
export interface RuleView<R> {
  rules: readonly R[];
  /** The place of a rule in the whole list, from 0. */
  placeOf: (rule: R) => number;
  /** All rules are shown, by priority: only then does a place to drop a rule mean one place in the list. */
  canMove: boolean;
}

/** A rule of a list in order. */
type Prioritized = Rule & { priority: number };

interface RuleToolsProps<R extends Prioritized> {
  /** All rules, highest priority first. */
  rules: readonly R[];
  /** What is searched, sorted by and exported, between priority and status. Memoize them and the filters. */
  columns: readonly Column<R>[];
  filters?: readonly Filter<R>[] | undefined;
  /** Name of the exported file, without its extension. */
  file: string;
  children: (list: RuleView<R>) => ReactNode;
}

const none: readonly never[] = [];
const ruleState = ({ deploy }: Rule) => (deploy ? 'on' : 'off');

/** Whether a rule is on, and whether it is a draft, after its other columns. */
export const stateColumns = (t: Translate): Column<Rule>[] => [
  {
    key: 'state',
    title: t('rules:state.label'),
    sort: ruleState,
    search: (rule) => [t(`rules:state.${ruleState(rule)}`), rule.draft ? t('rules:draft') : ''].join('\n'),
    csv: (rule) => t(`rules:state.${ruleState(rule)}`),
  },
  { key: 'draft', title: t('rules:draft'), csv: ({ draft }) => (draft ? t('rules:draft') : '') },
];

/** The filters of `stateColumns`. */
export const stateFilters = (t: Translate): Filter<Rule>[] => [
  {
    key: 'state',
    label: t('rules:state.label'),
    value: ruleState,
    options: (['on', 'off'] as const).map((value) => ({ value, label: t(`rules:state.${value}`) })),
  },
  {
    key: 'draft',
    label: t('rules:draft'),
    value: ({ draft }) => (draft ? 'yes' : null),
    options: [{ value: 'yes', label: t('rules:draft') }],
    alone: true,
  },
];

/** Search, filters, sorting and export of a rule list. In any view but the whole list by priority, rules can't be moved, and a line says so. */
export function RuleTools<R extends Prioritized>({ rules, columns, filters = none, file, children }: RuleToolsProps<R>) {
  const t = useT();
  const shape = useMemo(() => {
    const places = new Map(rules.map(({ id }, place) => [id, place]));
    const placeOf = ({ id }: R) => places.get(id) ?? 0;
    const own: Column<R>[] = [
      { key: 'priority', title: t('rules:priority'), sort: placeOf, csv: ({ priority }) => priority },
      ...columns,
      ...stateColumns(t),
    ];
    return { columns: own, filters: [...filters, ...stateFilters(t)], placeOf };
  }, [rules, columns, filters, t]);
  return (
    <ListTools rows={rules} columns={shape.columns} filters={shape.filters} onExport={(csv) => saveFile(`${file}.csv`, csv, 'text/csv')}>
      {({ rows, sorted, isDown, resetSort }) => {
        const isSorted = sorted !== 'priority' || isDown;
        const isNarrowed = rows.length < rules.length;
        const column = shape.columns.find(({ key }) => key === sorted)?.title ?? '';
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {rules.length > 1 && (isSorted || isNarrowed) && (
              <Banner
                tone="neutral"
                action={
                  isSorted && (
                    <Button size="sm" onClick={resetSort}>
                      {t('listTools:byPriority')}
                    </Button>
                  )
                }
              >
                {isSorted ? t('listTools:sorted', { column }) : t('listTools:narrowed')}
              </Banner>
            )}
            {children({ rules: rows, placeOf: shape.placeOf, canMove: !isSorted && !isNarrowed })}
          </div>
        );
      }}
    </ListTools>
  );
}
