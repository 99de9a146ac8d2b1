/** The command failed. */
export const failureExitCode = 1;

/** The command line is wrong; repeating it changes nothing. */
export const usageExitCode = 2;

/**
 * The exit codes of all commands. Help and docs/command-line.md show this table.
 * @type {readonly { code: number, meaning: string }[]}
 */
export const exitCodes = [
  {
    code: 0,
    meaning:
      'done, perhaps with warnings on standard error; for doctor: no problem; for add: also if the file was there before',
  },
  {
    code: failureExitCode,
    meaning:
      'something failed, perhaps only for one of several files; for doctor: there are problems; also after Ctrl-C',
  },
  {
    code: usageExitCode,
    meaning: 'the call is wrong, or a directory does not exist: repeating it changes nothing',
  },
];
