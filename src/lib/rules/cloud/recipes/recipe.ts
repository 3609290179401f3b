import { addScript } from '../userData.ts';
import { type ApplicationId, applications, findRunnable } from './applications.ts';
import { docker } from './docker.ts';
import { postgresql } from './postgresql.ts';
import { wireguard } from './wireguard.ts';
import { wordpress } from './wordpress.ts';

/** What installs an application at the first boot: a shell script that uses only packages of the system. */
const recipes: Record<ApplicationId, string> = { wordpress, docker, postgresql, wireguard };

export interface RecipeTarget {
  application: ApplicationId | null;
  os: { type: string; version: string };
  /** The disk is a copy of another one, which has its own software. */
  isCopy: boolean;
  /** It boots the rescue system, in which nothing is to be installed. */
  rescue: boolean;
}

/**
 * The user data of a server with an application. The customer's own user data follows the recipe.
 * @param own as stored; null: none
 */
export function withRecipe(own: string | null, { application, os, isCopy, rescue }: RecipeTarget): string | null {
  const known = findRunnable(applications, os).find(({ id }) => id === application);
  return !known || isCopy || rescue ? own : addScript(own, '00-application', recipes[known.id]);
}
