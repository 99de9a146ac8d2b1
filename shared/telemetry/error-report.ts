import * as z from 'zod/mini';
import { errorLimits } from '../limits/error-limits.ts';
import { pageReportLimits } from '../limits/page-report-limits.ts';
import { amount, integerFrom, text } from '../tools/schema.ts';
import { errorSources } from './client-error.ts';
import { clientContextSchema, sidSchema } from './log-batch.ts';

/** `ERROR`: something stopped working. `WARNING`: background work failed. */
export const errorLevels = ['ERROR', 'WARNING'] as const;
export type ErrorLevel = (typeof errorLevels)[number];

const count = integerFrom(0, pageReportLimits.lineMax);

/** A report, as stored until it can be sent. */
export const errorReportSchema = z.object({
  /** Random, unique to the report. */
  id: sidSchema,
  /** The document in which the error occurred. */
  sid: sidSchema,
  timeMs: amount,
  level: z.enum(errorLevels),
  source: z.enum(errorSources),
  type: text(errorLimits.typeMaxChars, 1),
  message: text(errorLimits.messageMaxChars),
  /** Line in the script that the browser ran, from 1; 0 where the stack does not say. */
  line: count,
  stack: text(errorLimits.stackMaxChars),
  /** JSON of an object of strings. */
  paramsJson: text(errorLimits.paramsJsonMaxChars),
  context: clientContextSchema,
});
export type ErrorReport = z.infer<typeof errorReportSchema>;
