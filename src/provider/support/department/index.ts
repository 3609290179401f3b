/* What other features use of this one. */
export { DEPARTMENT_LOCK, loadDepartments, loadTopicTitles, type TopicTitles } from './store.ts';
