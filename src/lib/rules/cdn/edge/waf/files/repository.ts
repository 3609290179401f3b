import { words } from '../words.ts';

/*
 * Files of a repository, as sites show them that host code. What they are named says nothing about the server's own files.
 */

/** `/owner/repository/blob/branch/…` and the like (GitHub, GitLab, Gitea, Forgejo), and the API of their contents. */
const view =
  /^\/[\w.-]{1,60}\/[\w.-]{1,100}\/(?:-\/)?(?:blob|tree|raw|blame|edit|commits)\/[\w.-]{1,100}\/|^\/(?:[\w.-]{1,20}\/){0,3}repos\/(?:[\w.-]{1,100}\/){1,2}contents\//;

/** Whether a path shows a file of a repository. @param path decoded, in lower case */
export const isRepositoryView = (path: string): boolean => view.test(path) && !path.includes('..');

/** Names with a dot first that every repository has in public: settings of tools, without secrets. */
export const repositoryNames: ReadonlySet<string> = new Set(
  words(`github gitignore gitattributes gitmodules gitlab-ci.yml gitlab dockerignore editorconfig eslintrc babelrc stylelintrc jshintrc nvmrc
   node-version ruby-version tool-versions travis.yml circleci drone.yml vscode php-cs-fixer.php cursorrules cursorignore`),
);
