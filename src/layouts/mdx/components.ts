import Aside from './Aside.astro';
import Code from './Code.astro';
import Steps from './Steps.astro';
import Table from './Table.astro';

/** What a page of the documentation may use without importing it, and what stands in for plain Markdown. */
export const components = { Aside, Steps, pre: Code, table: Table };
