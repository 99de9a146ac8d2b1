/** One end of a conversation with a frame. */
export interface HubMember {
  id: number;
  frame: HTMLIFrameElement;
  /** Where the frame's messages must come from. */
  origin: string;
  /** Who is found under the frame's id. */
  owner: object;
  /** Gets what this frame's window said, and from which origin. */
  take(data: unknown, source: MessageEventSource, origin: string): void;
}

/**
 * All conversations of the page, held weakly: a member lives as long as somebody holds the function that ends it, as a frame
 * in the document does by its `load` listener, and a player. When both are gone, so is the member, `destroy` or not.
 */
const members = new Set<WeakRef<HubMember>>();
const collected = new FinalizationRegistry<WeakRef<HubMember>>(leave);

/**
 * Lets a member hear its frame. The page has one listener for all of them, and none when there are no members.
 * @returns its end, which holds the member
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
    if (member !== undefined && (member.id === id || member.frame.id === id)) return member.owner;
  }
  return undefined;
}

function leave(ref: WeakRef<HubMember>): void {
  members.delete(ref);
  if (members.size === 0) removeEventListener('message', onMessage);
}

function onMessage({ data, origin, source }: MessageEvent): void {
  // A frame that is out of the document has no window either, and a page without an origin could not be answered.
  if (source === null || origin === 'null') return;
  for (const ref of [...members]) {
    const member = ref.deref();
    if (member?.frame.contentWindow === source && isFrom(member.origin, origin))
      member.take(data, source, origin);
  }
}

/** Browsers load some frames with TLS that were asked for without, for hosts that insist on it. */
function isFrom(expected: string, origin: string): boolean {
  return origin === expected || origin === expected.replace(/^http:/, 'https:');
}
