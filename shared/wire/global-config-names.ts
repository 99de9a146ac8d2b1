/** The provider's configurations: `cold` changes with its releases, `hot` at any time. */
export const globalConfigNames = ['cold', 'hot'] as const;
export type GlobalConfigName = (typeof globalConfigNames)[number];
