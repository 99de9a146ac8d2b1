/** The arms of an experiment, as reports and their filters name them. */
export const experimentArms = ['treatment', 'control'] as const;
export type ExperimentArm = (typeof experimentArms)[number];

export const isExperimentArm = (text: unknown): text is ExperimentArm =>
  experimentArms.some((arm) => arm === text);
