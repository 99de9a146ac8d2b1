import type { ClientError } from '../../shared/client-error.ts';
import { topFrame } from '../../shared/stack-frames.ts';

/** Programs that read pages: what fails in them fails for no viewer (specification §8). */
const scanner =
  /PhantomJS|Googlebot|Google-InspectionTool|AdsBot-Google|Mediapartners-Google|bingbot|YandexBot|Baiduspider|DuckDuckBot|Applebot|AhrefsBot|SemrushBot|security scan/i;

export function isScanner(userAgent: string): boolean {
  return scanner.test(userAgent);
}

/** Whether an error arose in our own scripts, as far as anybody can tell. */
export function isOurs({ message, stack }: Pick<ClientError, 'message' | 'stack'>): boolean {
  const frame = topFrame(stack);
  // What the browser says of scripts of other origins, and it says no more. Of a worker that was refused it says nothing.
  if (frame === null) return !/^((Uncaught )?Script error\.?)?$/i.test(message);
  return !/^[a-z-]+-extension:/.test(frame.url);
}
