/** Path of the error reports, relative to the embed's origin (specification §7). */
export const errorReportPath = '/error_204';
