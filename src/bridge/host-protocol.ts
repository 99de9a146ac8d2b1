import type { Sender } from './host-binding.ts';
import type { Refusal } from './refusal.ts';

/** One of the languages that host pages speak to the player. */
export interface HostProtocol {
  /**
   * Asked before a message is read, because most of what must be refused can be refused unread. Notices as well that the host
   * is gone.
   */
  refuse(sender: Sender): Refusal | null;
  /** @returns why the message was not obeyed; `null` when it was */
  take(message: object, sender: Sender): Refusal | null;
  /** The player can be commanded and a video is on stage: hosts that were early get their answer. */
  setReady(): void;
  dispose(): void;
}
