/** Something could not be done. */
export const failureExitCode = 1;

/** The call cannot be understood: repeating it changes nothing. */
export const usageExitCode = 2;
