import { optimization } from '../../../lib/contract/cdn/optimization.ts';
import { implement } from '../../core/implement.ts';
import { ownedDomain } from '../../db/owned.ts';
import { loadSetting, writeSetting } from '../edge/index.ts';

export const optimizationHandlers = implement(optimization, {
  async get({ db, account }, { domainId }) {
    return { optimization: await loadSetting(db, await ownedDomain(db, account, domainId), 'optimization') };
  },

  update: (ctx, { domainId, version, minify = {}, ...change }) =>
    writeSetting(
      ctx,
      'optimization',
      { domainId, version },
      (_, { minify: { html, css, js } }) => ({
        ...change,
        minify: { html: minify.html ?? html, css: minify.css ?? css, js: minify.js ?? js },
      }),
      (after) => ({ optimization: after }),
    ),
});
