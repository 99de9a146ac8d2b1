import { isFrom } from './is-from.ts';

/** One end of a connection to a frame. */
export interface HubMember {
  id: number;
  frame: HTMLIFrameElement;
  /** Required origin of the frame's messages. */
  origin: string;
  /** The object that is returned for the frame's id. */
  owner: object;
  /** Receives a message of this frame's window, with its origin. */
  receiveMessage(data: unknown, source: MessageEventSource, origin: string): void;
}

/**
 * All connections of the page, held weakly. A member lives while the function that ends it is
 * referenced: by the `load` listener of a frame in the document, and by a player. When both are
 * gone, the member is collected, even without `destroy`.
 */
const members = new Set<WeakRef<HubMember>>();
const collected = new FinalizationRegistry<WeakRef<HubMember>>(leave);

/**
 * Delivers the frame's messages to a member. The page has one listener for all members, and none
 * without members.
 * @returns a function that ends it, and holds the member
 */
export function joinHub(member: HubMember): () => void {
  const ref = new WeakRef(member);
  addEventListener('message', onMessage);
  members.add(ref);
  collected.register(member, ref, member);
  return () => {
    collected.unregister(member);
    leave(ref);
  };
}

/** @param id of a frame, or a session's number */
export function findOwner(id: unknown): object | undefined {
  for (const ref of members) {
    const member = ref.deref();
    if (member && (member.id === id || member.frame.id === id)) return member.owner;
  }
  return undefined;
}

function leave(ref: WeakRef<HubMember>): void {
  members.delete(ref);
  if (!members.size) removeEventListener('message', onMessage);
}

function onMessage({ data, origin, source }: MessageEvent): void {
  // A frame outside the document has no window, and a page without an origin cannot be answered.
  if (source === null || origin === 'null') return;
  for (const ref of [...members]) {
    const member = ref.deref();
    if (member?.frame.contentWindow === source && isFrom(member.origin, origin))
      member.receiveMessage(data, source, origin);
  }
}
