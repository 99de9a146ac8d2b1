import type { ClientError } from './client-error.ts';

/** What is read of a `SecurityPolicyViolationEvent` (W3C CSP 3 §5). */
export interface Violation {
  effectiveDirective: string;
  /** An address, or `inline`, `eval`, `trusted-types-sink` and the like. */
  blockedURI: string;
  /** Of the script that wanted it; of what is no web address only the scheme. */
  sourceFile: string;
  lineNumber: number;
  columnNumber: number;
  /** Of Trusted Types `SINK|TEXT`. */
  sample: string;
  /** `enforce`, or `report` where the operator tries a policy out. */
  disposition: string;
}

/** What a Content-Security-Policy has refused, as an error. Of addresses and texts, which might name somebody, only how they begin. */
export function describeViolation(violation: Violation): ClientError {
  const {
    effectiveDirective,
    blockedURI,
    sourceFile,
    lineNumber,
    columnNumber,
    sample,
    disposition,
  } = violation;
  // What an extension does to the page is told as its own.
  const extension = [sourceFile, blockedURI].find((url) => /-extension(:|$)/.test(url));
  const place = extension === undefined ? sourceFile : `${extension.replace(/:.*$/, '')}://`;
  const [blocked = ''] = blockedURI.split(/[?#]/, 1);
  const [sink = ''] = sample.split('|', 1);
  return {
    source: 'policy',
    type: 'SecurityPolicyViolation',
    message: `${effectiveDirective} refuses ${blocked}${effectiveDirective === 'require-trusted-types-for' ? ` (${sink})` : ''}`,
    stack: place === '' ? '' : `    at ${place}:${lineNumber}:${columnNumber}`,
    params: { disposition },
  };
}
