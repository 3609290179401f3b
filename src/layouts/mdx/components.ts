import Fact from '../parts/site/Fact.astro';
import Aside from './Aside.astro';
import AttackKinds from './AttackKinds.astro';
import Badge from './Badge.astro';
import Card from './Card.astro';
import Cards from './Cards.astro';
import Code from './Code.astro';
import FileTree from './FileTree.astro';
import Key from './Key.astro';
import Needs from './Needs.astro';
import Planned from './Planned.astro';
import Steps from './Steps.astro';
import Tab from './Tab.astro';
import Table from './Table.astro';
import Tabs from './Tabs.astro';
import Unless from './Unless.astro';

/**
 * The components that documentation pages can use without importing them, and the replacements for plain Markdown. Each is shown on
 * `/docs/writing`, and `parts/docs/markdown.ts` defines its Markdown output.
 */
export const components = {
  Aside,
  AttackKinds,
  Badge,
  Card,
  Cards,
  Fact,
  FileTree,
  Key,
  Needs,
  Planned,
  Steps,
  Tab,
  Tabs,
  Unless,
  pre: Code,
  table: Table,
};
