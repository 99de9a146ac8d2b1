import type { ClientError } from '../../../shared/telemetry/client-error.ts';
import { topFrame } from '../../../shared/telemetry/stack-frames.ts';

/** Crawlers and scanners: their failures affect no viewer (specification §8). */
const scanner =
  /PhantomJS|Googlebot|Google-InspectionTool|AdsBot-Google|Mediapartners-Google|bingbot|YandexBot|Baiduspider|DuckDuckBot|Applebot|AhrefsBot|SemrushBot|security scan/i;

export function isScanner(userAgent: string): boolean {
  return scanner.test(userAgent);
}

/** Whether an error arose in our own scripts, as far as can be known. */
export function isOurs({ message, stack }: Pick<ClientError, 'message' | 'stack'>): boolean {
  const frame = topFrame(stack);
  // Browsers report errors of cross-origin scripts as “Script error.”, and a refused worker without
  // a message.
  if (frame === null) return !/^((Uncaught )?Script error\.?)?$/i.test(message);
  return !/^[a-z-]+-extension:/.test(frame.url);
}
