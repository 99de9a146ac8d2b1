/** The command failed. */
export const failureExitCode = 1;

/** The command line is wrong; repeating it changes nothing. */
export const usageExitCode = 2;
