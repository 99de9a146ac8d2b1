import type { Sender } from './host-binding.ts';
import type { Refusal } from './refusal.ts';

/** One of the protocols that host pages use to control the player. */
export interface HostProtocol {
  /**
   * Checks the sender before the message is parsed, because most refusals need only the sender.
   * Also notices when the host is gone.
   */
  refuse(sender: Sender): Refusal | null;
  /** @returns why the message was refused; `null` when it was obeyed */
  receive(message: object, sender: Sender): Refusal | null;
  /** Call once the player accepts commands and has a video: earlier hosts get their answer now. */
  setReady(): void;
  dispose(): void;
}
