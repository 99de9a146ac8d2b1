import { parquetLimits } from './parquet-limits.ts';
import type { ParquetTarget } from './parquet-url.js';

/** A failed request to a storage. */
interface Failure {
  name: string;
  /** HTTP status of the answer; missing without one. */
  status: number | undefined;
  /** The network's code, such as ECONNREFUSED; missing if it is another failure. */
  code: string | undefined;
}

const wrongRegion = ['AuthorizationHeaderMalformed', 'PermanentRedirect', 'TemporaryRedirect'];

/**
 * Leaves out the storage's own sentences: they may name keys, and differ with each request.
 * @param error of a request
 * @returns a part of a sentence: what is wrong, and what to do
 */
export function bucketProblem(error: unknown, { bucket, prefix }: ParquetTarget): string {
  const { name, status, code } = failureOf(error);
  const shown = status === undefined || name === String(status) ? status : `${status} ${name}`;
  if (/CredentialsProvider|TokenProvider/.test(name))
    return 'no credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role';
  // The client calls a cut connection a time-out too.
  if (code === 'ETIMEDOUT' || (/Abort|Timeout/.test(name) && code === undefined))
    return 'it does not answer in time';
  if (name === 'AnswerTooLong')
    return 'its answer has no end, so it is no S3 server: check the endpoint';
  if (name === 'NoSuchBucket')
    return `there is no bucket ${bucket} (${shown}): create it, or correct --parquet`;
  if (wrongRegion.includes(name))
    return `the bucket is in another region (${shown}): correct region in --parquet`;
  if (status === undefined) return `it cannot be reached (${code ?? name}): check the endpoint`;
  if (status >= 300 && status < 400)
    return `it redirects (${shown}), which is not followed: correct region or endpoint in --parquet`;
  if (status === 401 || status === 403)
    return `it refuses the credentials, or denies them writing (${shown}): check the key, and that it may put objects into ${bucket}/${prefix}`;
  if (status === 429 || status >= 500) return `it is overloaded or fails (${shown})`;
  return `it does not take the file (${shown}): check bucket and endpoint`;
}

function failureOf(error: unknown): Failure {
  const { name, code, $metadata } = Object(error) as Record<string, unknown>;
  const { httpStatusCode } = Object($metadata) as Record<string, unknown>;
  return {
    name: plain(name) ?? 'Error',
    status: typeof httpStatusCode === 'number' ? httpStatusCode : undefined,
    code: plain(code),
  };
}

/** @returns a word for a sentence; the name of an error may come from the storage */
function plain(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value.replaceAll(/[^\w.-]/g, '').slice(0, parquetLimits.reasonChars) || undefined;
}
