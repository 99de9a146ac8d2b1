import { hostErrorCode } from '../../shared/player/player-error.ts';
import { type ExplainedError, explainError } from '../parts/explain-error.ts';

export interface ErrorSender {
  send(event: 'onError', info: number, error: ExplainedError): void;
}

/** @param name of the player's error */
export function sendError(host: ErrorSender, { name }: { name: string }): void {
  host.send('onError', hostErrorCode(name), explainError(name));
}
