import { createHash } from 'node:crypto';
import * as z from 'zod';
import { errorLimits } from '../../../shared/limits/error-limits.ts';
import { pageReportLimits } from '../../../shared/limits/page-report-limits.ts';
import { errorSources } from '../../../shared/telemetry/client-error.ts';
import { errorLevels } from '../../../shared/telemetry/error-report.ts';
import { sidSchema } from '../../../shared/telemetry/log-batch.ts';
import { topFrame } from '../../../shared/telemetry/stack-frames.ts';
import { firstIssue } from '../../../shared/tools/issue.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { smallMap, text } from '../../../shared/tools/schema.ts';
import { withoutSignatures } from '../../access/guard/without-signatures.ts';
import { jsonOrNull } from '../../http/json-or-null.ts';
import { clientTextLimits } from '../client-text-limits.ts';

const { typeMaxChars, messageMaxChars, stackMaxChars, paramsJsonMaxChars } = errorLimits;
const { paramsCount, paramNameMaxChars, paramMaxChars } = errorLimits;

const { reportNameMaxChars, reportFieldsCount } = clientTextLimits;
const shortText = text(reportNameMaxChars);
const digits = z.string().check(z.regex(/^\d{1,15}$/));

/** URL and body parameters together; others are ignored. */
export const errorFieldsSchema = z.object({
  a: z.literal('logerror'),
  t: z.literal('jserror'),
  type: text(typeMaxChars, 1).check(z.describe('The error’s name, such as `TypeError`.')),
  msg: text(messageMaxChars).check(z.describe('Its message, truncated.')),
  line: digits.check(
    z.describe('Line in the script that the browser ran; 0 if the stack has none.'),
  ),
  level: z
    .enum(errorLevels)
    .describe('`ERROR`: something stopped working. `WARNING`: background work failed.'),
  'client.name': shortText.check(z.describe('Name of the client.')),
  id: sidSchema.check(z.describe('Random id of the report.')),
  sid: sidSchema.check(z.describe('Id of the document in which it happened.')),
  timeMs: digits.check(z.describe('When it happened: Unix milliseconds.')),
  source: z.enum(errorSources).describe('Where it was caught.'),
  stack: text(stackMaxChars).check(
    z.describe('As written by the browser; empty if there is none.'),
  ),
  'client.version': shortText.check(z.describe('Version of the client.')),
  params: text(paramsJsonMaxChars).check(
    z.describe(
      `JSON of an object with up to ${paramsCount} strings: further facts about the error.`,
    ),
  ),
});

/** The JSON in the `params` field. */
export const errorParamsSchema = smallMap(
  text(paramNameMaxChars),
  text(paramMaxChars),
  paramsCount,
);

/** A received report, with the fingerprint that groups equal errors. */
export interface AcceptedError {
  /** The same for equal errors of one version: 32 hexadecimal digits. */
  fingerprint: string;
  /** Id of this report. */
  id: string;
  sid: string;
  /** When it happened, by the viewer's clock; Unix milliseconds. */
  timeMs: number;
  source: string;
  level: string;
  type: string;
  message: string;
  /** As the browser counts it in the built script; 0 if unknown. */
  line: number;
  stack: string;
  clientName: string;
  clientVersion: string;
  paramsJson: string;
}

/** @returns `BAD_REPORT`, naming the first problem */
export function parseErrorReport(
  url: URLSearchParams,
  body: string,
): Result<AcceptedError, 'BAD_REPORT'> {
  // Otherwise many short fields would cost more than a report's long ones.
  if (body.split('&', reportFieldsCount + 1).length > reportFieldsCount)
    return err(
      'BAD_REPORT',
      `The error report is invalid: its body has more than ${reportFieldsCount} fields.`,
    );
  const fields = z.safeParse(
    errorFieldsSchema,
    Object.fromEntries([...new URLSearchParams(body), ...url]),
  );
  if (!fields.success)
    return err('BAD_REPORT', `The error report is invalid: ${firstIssue(fields.error.issues)}.`);
  const { id, sid, timeMs, source, level, type, line } = fields.data;
  // Older players do not remove signatures themselves.
  const msg = withoutSignatures(fields.data.msg);
  const stack = withoutSignatures(fields.data.stack);
  const params = z.safeParse(errorParamsSchema, jsonOrNull(fields.data.params));
  if (!params.success)
    return err(
      'BAD_REPORT',
      'The error report is invalid: "params" must be a JSON object of strings.',
    );
  const clientName = fields.data['client.name'];
  const clientVersion = fields.data['client.version'];
  const key = JSON.stringify([source, type, msg, topFrame(stack), clientName, clientVersion]);
  return ok({
    fingerprint: createHash('sha256').update(key).digest('hex').slice(0, 32),
    id,
    sid,
    timeMs: Number(timeMs),
    source,
    level,
    type,
    message: msg,
    line: Math.min(Number(line), pageReportLimits.lineMax),
    stack,
    clientName,
    clientVersion,
    paramsJson: withoutSignatures(JSON.stringify(params.data)),
  });
}
