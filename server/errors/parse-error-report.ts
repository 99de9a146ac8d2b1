import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { errorSources } from '../../shared/client-error.ts';
import { errorLimits } from '../../shared/error-limits.ts';
import { errorLevels } from '../../shared/error-report.ts';
import { sidSchema } from '../../shared/log-batch.ts';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import { firstIssue, map, text } from '../../shared/schema.ts';
import { topFrame } from '../../shared/stack-frames.ts';
import { withoutSignatures } from '../guard/without-signatures.ts';

const { typeMaxChars, messageMaxChars, stackMaxChars, paramsJsonMaxChars } = errorLimits;
const { paramsCount, paramNameMaxChars, paramMaxChars } = errorLimits;
/** A report has seven. */
const bodyFieldsCount = 100;
const shortText = text(100);
const digits = v.pipe(v.string(), v.regex(/^\d{1,15}$/));

/** Url and post parameters together; others beside them are not looked at. */
const fieldsSchema = v.object({
  a: v.literal('logerror'),
  t: v.literal('jserror'),
  type: text(typeMaxChars, 1),
  msg: text(messageMaxChars),
  line: digits,
  level: v.picklist(errorLevels),
  'client.name': shortText,
  id: sidSchema,
  sid: sidSchema,
  timeMs: digits,
  source: v.picklist(errorSources),
  stack: text(stackMaxChars),
  'client.version': shortText,
  params: text(paramsJsonMaxChars),
});

const paramsSchema = v.pipe(
  map(text(paramNameMaxChars), text(paramMaxChars)),
  v.check((params) => Object.keys(params).length <= paramsCount),
);

/** A report that has come, with what groups it with others. */
export interface AcceptedError {
  /** The same for the same error of the same version: 32 hexadecimal digits. */
  fingerprint: string;
  /** The report's own. */
  id: string;
  sid: string;
  source: string;
  level: string;
  type: string;
  message: string;
  /** As the sender counts it, in the script that its browser ran; 0 where it does not know. */
  line: number;
  stack: string;
  clientName: string;
  clientVersion: string;
  paramsJson: string;
}

/** @returns `BAD_REPORT`, naming the first thing that is wrong */
export function parseErrorReport(url: URLSearchParams, body: string): Result<AcceptedError, 'BAD_REPORT'> {
  // Else many short fields would cost more than the long ones of a report.
  if (body.split('&', bodyFieldsCount + 1).length > bodyFieldsCount)
    return err('BAD_REPORT', `This is no error report: its body has more than ${bodyFieldsCount} fields.`);
  const fields = v.safeParse(fieldsSchema, Object.fromEntries([...new URLSearchParams(body), ...url]));
  if (!fields.success) return err('BAD_REPORT', `This is no error report: ${firstIssue(fields.issues)}.`);
  const { id, sid, source, level, type, line } = fields.output;
  // Players of before do not take them out.
  const msg = withoutSignatures(fields.output.msg);
  const stack = withoutSignatures(fields.output.stack);
  const params = v.safeParse(paramsSchema, parseJson(fields.output.params));
  if (!params.success)
    return err('BAD_REPORT', 'This is no error report: "params" is no JSON object of texts.');
  const clientName = fields.output['client.name'];
  const clientVersion = fields.output['client.version'];
  const key = JSON.stringify([source, type, msg, topFrame(stack), clientName, clientVersion]);
  return ok({
    fingerprint: createHash('sha256').update(key).digest('hex').slice(0, 32),
    id,
    sid,
    source,
    level,
    type,
    message: msg,
    line: Math.min(Number(line), 1_000_000_000),
    stack,
    clientName,
    clientVersion,
    paramsJson: withoutSignatures(JSON.stringify(params.output)),
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
