import { optimization } from '../../lib/contract/optimization.ts';
import { ownedDomain } from '../db/owned.ts';
import { settingOf, writeSetting } from '../edge/settings.ts';
import { implement } from '../implement.ts';

export const optimizationHandlers = implement(optimization, {
  async get({ db, user }, { domainId }) {
    return { optimization: await settingOf(db, await ownedDomain(db, user, domainId), 'optimization') };
  },

  async update(ctx, { domainId, version, minify = {}, ...change }) {
    const { after } = await writeSetting(ctx, 'optimization', { domainId, version }, (_, { minify: { html, css, js } }) => ({
      ...change,
      minify: { html: minify.html ?? html, css: minify.css ?? css, js: minify.js ?? js },
    }));
    return { optimization: after };
  },
});
