import type { ClientError } from '../telemetry/client-error.ts';

/** The fields of a `SecurityPolicyViolationEvent` that are read (W3C CSP 3 §5). */
export interface Violation {
  effectiveDirective: string;
  /** A URL, or `inline`, `eval`, `trusted-types-sink` and the like. */
  blockedURI: string;
  /** URL of the script that caused it; only the scheme if it is not a web URL. */
  sourceFile: string;
  lineNumber: number;
  columnNumber: number;
  /** For Trusted Types: `SINK|TEXT`. */
  sample: string;
  /** `enforce`, or `report` where the operator tests a policy. */
  disposition: string;
}

/**
 * Describes a Content-Security-Policy violation as an error. URLs and texts may be personal, so
 * only their beginnings are included.
 */
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
  // A violation caused by an extension is attributed to the extension.
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
