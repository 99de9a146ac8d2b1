import { hostErrorCode } from '../../shared/player/player-error.ts';
import { type ExplainedError, explainError } from '../parts/explain-error.ts';

export interface ErrorSender {
  send(event: 'onError', info: number, error: ExplainedError): void;
}

/** @param error the player's: its name, and the server's message */
export function sendError(
  host: ErrorSender,
  { name, message }: { name: string; message: string | null },
): void {
  host.send('onError', hostErrorCode(name), explainError(name, message));
}
