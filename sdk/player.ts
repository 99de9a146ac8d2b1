import { callListener } from './call-listener.ts';
import { createFrame } from './create-frame.ts';
import type { EmbedMessage } from './embed-message.ts';
import { isRecord } from './embed-message.ts';
import { apiUrl, embedUrl } from './embed-url.ts';
import type { FrameConnection } from './frame-connection.ts';
import { connectFrame } from './frame-connection.ts';
import type { FrameTitle } from './frame-title.ts';
import { createFrameTitle } from './frame-title.ts';
import { loadWarning } from './load-warning.ts';
import type { OwnFunctions, PlayerEvent, PlayerInterface } from './player-events.ts';
import { actionNames, neutralValues, readKey, showingNames } from './player-functions.ts';
import { createMirror } from './player-mirror.ts';
import type { PlayerOptions } from './player-options.ts';
import { sdkConfig } from './sdk-config.ts';

type Listener = ((event: PlayerEvent) => void) | string;

/** Players on the same frame share its session; otherwise only the later one would be answered. */
const frameIds = new WeakMap<HTMLIFrameElement, number>();
let lastId = 0;

/**
 * A video player in a frame of the page. Its functions work at once; after `destroy` they do
 * nothing.
 */
export const Player = class Player implements OwnFunctions {
  #mirror = createMirror();
  readonly #frame: HTMLIFrameElement;
  readonly #title: FrameTitle;
  /** The element that the frame replaced; `null` if the frame was already there. */
  readonly #replaced: HTMLElement | null = null;
  readonly #listeners = new Map<string, Set<Listener>>();
  /** `null` once destroyed. */
  #connection: FrameConnection | null;

  /**
   * @param elementOrId a frame with a player page in it, or any element, which a frame replaces at
   * once
   * @throws an Error if there is no such element, or if the player's `host` is missing or not a URL
   */
  constructor(elementOrId: HTMLElement | string, options: PlayerOptions = {}) {
    const element =
      typeof elementOrId === 'string' ? document.getElementById(elementOrId) : elementOrId;
    if (!element?.localName) throw new Error(`YT.Player: no element "${elementOrId}".`);
    // Not by class: the element may belong to another document's realm.
    const known = element.localName === 'iframe' ? (element as HTMLIFrameElement) : null;
    // A map has nothing for `null`.
    const id = frameIds.get(known as HTMLIFrameElement) ?? nextId();
    const page = { id, origin: self.origin, href: location.href };
    const ownSrc = known?.getAttribute('src') ? known.src : '';
    // Computed before anything changes, so that a page without a host keeps its element.
    const src = ownSrc
      ? apiUrl(ownSrc, page)
      : embedUrl(options.host ?? sdkConfig.host, options, page);
    const frame = known ?? createFrame(element, options);
    frame.id ||= `widget${id}`;
    frameIds.set(frame, id);
    this.#frame = frame;
    this.#title = createFrameTitle(frame);
    const isNew = frame.src !== src;
    if (isNew) frame.src = src;
    if (!known) {
      this.#replaced = element;
      element.replaceWith(frame);
    }
    const { origin } = new URL(src);
    this.#connection = connectFrame({
      frame,
      isNew,
      origin,
      id,
      owner: this,
      receive: (message) => this.#receive(message),
    });
    // A listener of the page replaces it.
    const onAutoplayBlocked = () => loadWarning(frame, origin, this.#listeners);
    for (const [name, listener] of Object.entries({ onAutoplayBlocked, ...options.events }))
      this.addEventListener(name, listener);
  }

  getIframe(): HTMLIFrameElement {
    return this.#frame;
  }

  /** @param width, @param height CSS pixels, or an attribute value such as `100%` */
  setSize(width: number | string, height: number | string): this {
    Object.assign(this.#frame, { width, height });
    return this;
  }

  addEventListener(name: string, listener: unknown): this {
    if (!listener || !this.#connection) return this;
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener as Listener));
    // The player reports that it is ready without a subscription.
    if (name !== 'onReady') this.#connection.subscribe(name);
    return this;
  }

  removeEventListener(name: string, listener: unknown): this {
    this.#listeners.get(name)?.delete(listener as Listener);
    return this;
  }

  /**
   * Removes the frame, and restores the element that it replaced. May be called at any time, and
   * repeatedly.
   */
  destroy(): void {
    if (!this.#connection) return;
    this.#connection.close();
    this.#connection = null;
    this.#listeners.clear();
    this.#mirror = createMirror();
    this.#title.restore();
    if (this.#replaced) this.#frame.replaceWith(this.#replaced);
    else this.#frame.remove();
  }

  /**
   * While the video plays, the time advances between messages.
   * @returns seconds
   */
  getCurrentTime(): number {
    return this.#mirror.currentTime(Date.now());
  }

  /** @returns the names of the modules, or of one module's options */
  getOptions(module?: string): string[] {
    return module ? this.#mirror.optionNames(module) : this.#mirror.moduleNames();
  }

  /** @returns e.g. the `tracklist` of `captions`; `undefined` if the player has not reported it */
  getOption(module: string, option: string): unknown {
    return this.#mirror.option(module, option);
  }

  static {
    for (const name of actionNames) Player.#define(Player.prototype, name);
    for (const [name, neutral] of Object.entries(neutralValues))
      Player.#define(Player.prototype, name, neutral);
  }

  /** Defines a function of the wire on one player, or on all. */
  static #define(target: Player, name: string, neutral?: unknown): void {
    const key = readKey(name);
    function read(this: Player) {
      return key && this.#mirror.read(key, neutral);
    }
    function act(this: Player, ...args: unknown[]) {
      if (showingNames.includes(name)) this.#mirror.clearVideo();
      this.#connection?.send(name, ...args);
      return this;
    }
    Object.assign(target, { [name]: key ? read : act });
  }

  #receive({ event, info, error }: EmbedMessage): void {
    if (event === 'initialDelivery') this.#mirror = createMirror();
    if (event === 'initialDelivery' || event === 'infoDelivery') {
      if (!isRecord(info)) return;
      this.#mirror.merge(info);
      this.#adoptFunctions(info.apiInterface);
      if (isRecord(info.videoData)) this.#title.follow(info.videoData);
    } else if (event === 'apiInfoDelivery') this.#mirror.mergeModules(info);
    else this.#emit(event, { target: this, data: info, error });
  }

  #emit(name: string, event: object): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      // An earlier listener may have removed it, or destroyed the player.
      if (!this.#listeners.get(name)?.has(listener)) continue;
      const call: unknown =
        typeof listener === 'string' ? globalThis[listener as keyof typeof globalThis] : listener;
      callListener(call, event);
    }
  }

  /** Adds this player's functions beyond the known ones. Existing methods are never replaced. */
  #adoptFunctions(names: unknown): void {
    if (!Array.isArray(names)) return;
    for (const name of names) {
      // `then` would make the player a promise-like object; other names that the language calls
      // already exist.
      if (!/^(?!then$)[a-z][A-Za-z]{1,40}$/.test(name) || name in this) continue;
      Player.#define(this, name);
    }
  }
  // The static block defines all functions that the class does not show.
} as unknown as PlayerConstructor;

export type Player = PlayerInterface;

interface PlayerConstructor {
  /**
   * @param elementOrId a frame with a player page in it, or any element, which a frame replaces at
   * once
   * @throws an Error if there is no such element, or if the player's `host` is missing or not a URL
   */
  new (elementOrId: HTMLElement | string, options?: PlayerOptions): PlayerInterface;
  readonly prototype: PlayerInterface;
}

/** Another copy of this script may also have numbered frames of the page. */
function nextId(): number {
  do lastId += 1;
  while (document.getElementById(`widget${lastId}`));
  return lastId;
}
