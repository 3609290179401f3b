/** Groups of the documentation, in the order of its menu. Their names are `site:docs.section.*`. */
export const docSections = ['start', 'dns', 'cdn', 'security', 'cloud', 'account', 'concepts', 'troubleshooting'] as const;
