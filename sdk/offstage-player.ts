import { buttonLabel, createAlert, createButton, createPoster } from './element/create-parts.ts';
import { elementStyle } from './element/element-style.ts';
import { findProblem } from './element/find-problem.ts';
import { forwardEvents } from './element/forwarded-events.ts';
import { preconnect } from './element/preconnect.ts';
import { isPlayingState, type Place, readPlace, returnTo } from './element/read-place.ts';
import { readVars } from './element/read-vars.ts';
import { showPoster } from './element/show-poster.ts';
import { whenVisible } from './element/when-visible.ts';
import { Player, PlayerState, type PlayerVars, sdkConfig } from './offstage.ts';

// Frameworks import this module where there is no document.
const ElementBase = (globalThis.HTMLElement ?? Object) as typeof HTMLElement;

/**
 * `<offstage-player>`: a poster and a play button; everything else loads on demand. A click loads
 * the player and plays. The element's content shows before this script has run: put a link there.
 *
 * Attributes:
 * - `videoid` or `playlist`: the id of a video or of a list
 * - `host`: where the player page is served (unless the script comes from there)
 * - `video-title` or `title`: title of the first video
 * - `poster`: a URL (default: the server's poster)
 * - `play-label`: the button's label in the page's language
 * - `params`: more URL parameters of the player page, e.g. `start=30&hl=de`
 * - `autoload`: `visible` or `now` loads without a click, but does not play
 *
 * Changing `videoid` or `playlist` plays the new one in the same frame.
 *
 * Events: see `forwardedEvents`. Before the player has loaded, getters return neutral values, and
 * calls wait for the player.
 */
export class OffstagePlayerElement extends ElementBase {
  static readonly observedAttributes = [
    ...['host', 'videoid', 'playlist', 'poster', 'video-title', 'title', 'play-label', 'autoload'],
  ];

  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #poster = createPoster();
  readonly #button = createButton(
    () => preconnect(this.#host),
    () => this.play(),
  );
  readonly #problem = createAlert();
  #player: Player | null = null;
  #loading: Promise<Player> | null = null;
  #endLoading: Pick<PromiseWithResolvers<Player>, 'resolve' | 'reject'> | null = null;
  /** Calls made before the player exists: the last of each kind. */
  readonly #waiting = new Map<string, (player: Player) => void>();
  /** Where to continue after the frame has reloaded. */
  #place: Place | null = null;
  #visibility: IntersectionObserver | null = null;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [elementStyle()];
    this.#root.append(this.#poster, this.#button, this.#problem);
  }

  /** The player, for its full API; `null` before it is loaded. */
  get player(): Player | null {
    return this.#player;
  }

  /**
   * Loads the player, without playing.
   * @returns when it accepts commands; rejects if an attribute is missing, or if the element leaves
   * the document first
   */
  load(): Promise<Player> {
    return this.#load({});
  }

  /** Plays, loading the player if needed. */
  play(): void {
    if (this.#player === null) void this.#load({ autoplay: 1 });
    else this.#player.playVideo();
  }

  /** Does nothing before the player is loaded, and does not prevent playing later. */
  pause(): void {
    this.#player?.pauseVideo();
  }

  seekTo(seconds: number): void {
    this.#act('seek', (player) => player.seekTo(seconds, true));
  }

  /** Seconds. */
  get currentTime(): number {
    return this.#player?.getCurrentTime() ?? 0;
  }
  set currentTime(seconds: number) {
    this.seekTo(seconds);
  }

  /** Seconds; 0 until known. */
  get duration(): number {
    return this.#player?.getDuration() ?? 0;
  }

  get paused(): boolean {
    return !isPlayingState(this.#player?.getPlayerState() ?? PlayerState.UNSTARTED);
  }

  /** 0 to 1, like a media element's volume. */
  get volume(): number {
    return (this.#player?.getVolume() ?? 100) / 100;
  }
  set volume(volume: number) {
    this.#act('volume', (player) => player.setVolume(Math.round(volume * 100)));
  }

  get muted(): boolean {
    return this.#player?.isMuted() ?? false;
  }
  set muted(isMuted: boolean) {
    this.#act('muted', (player) => (isMuted ? player.mute() : player.unMute()));
  }

  get playbackRate(): number {
    return this.#player?.getPlaybackRate() ?? 1;
  }
  set playbackRate(rate: number) {
    this.#act('rate', (player) => player.setPlaybackRate(rate));
  }

  connectedCallback(): void {
    this.#show();
  }

  /**
   * Also called when the element moves without `connectedMoveCallback`. A task later, `isConnected`
   * distinguishes a move from a removal.
   */
  disconnectedCallback(): void {
    if (this.#player !== null) this.#place = readPlace(this.#player) ?? this.#place;
    setTimeout(() => {
      if (!this.isConnected) this.#release();
    });
  }

  /** Moved by `moveBefore`: the frame stays loaded. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(name: string, previous: string | null, value: string | null): void {
    // Frameworks set the same value again.
    if (value === previous) return;
    if (this.#player === null) {
      if (this.isConnected) this.#show();
    } else if (value && name === 'videoid') this.#player.loadVideoById(value);
    else if (value && name === 'playlist') this.#player.loadPlaylist({ list: value });
    else if (value && (name === 'title' || name === 'video-title'))
      this.#player.getIframe().title = this.#title;
  }

  get #host(): string {
    return (this.getAttribute('host') || sdkConfig.host).replace(/\/+$/, '');
  }

  get #title(): string {
    return this.getAttribute('video-title') || this.title;
  }

  #show(): void {
    const problem = findProblem(this, this.#host);
    const isIdle = this.#player === null;
    this.#problem.textContent = problem;
    this.#problem.hidden = problem === '';
    this.#button.hidden = problem !== '' || !isIdle;
    this.#button.ariaLabel = buttonLabel(this.getAttribute('play-label'), this.#title);
    showPoster(this.#poster, this, this.#host);
    this.#visibility?.disconnect();
    const autoload = this.getAttribute('autoload');
    if (problem !== '' || !isIdle) return;
    if (autoload === 'now') void this.#load({});
    if (autoload === 'visible') this.#visibility = whenVisible(this, () => void this.#load({}));
  }

  #load(vars: PlayerVars): Promise<Player> {
    if (this.#loading !== null) return this.#loading;
    const problem = findProblem(this, this.#host);
    const loading = new Promise<Player>((resolve, reject) => {
      if (problem === '') this.#endLoading = { resolve, reject };
      else reject(new Error(problem));
    });
    // The caller gets this failure; it must not also be logged as unhandled.
    loading.catch(() => {});
    if (problem === '') {
      this.#loading = loading;
      this.#mount(vars);
    }
    return loading;
  }

  #mount(vars: PlayerVars): void {
    const stage = document.createElement('div');
    stage.setAttribute('loading', 'eager');
    if (this.#title) stage.title = this.#title;
    const hadFocus = this.#root.activeElement === this.#button;
    this.#root.append(stage);
    const player = new Player(stage, {
      host: this.#host,
      videoId: this.getAttribute('videoid') || undefined,
      playerVars: { ...readVars(this), ...vars },
      events: { onReady: () => this.#onReady(player) },
    });
    forwardEvents(player, this);
    this.#player = player;
    this.#show();
    // The focused button is gone: without this, keyboard focus would return to the top of the page.
    if (hadFocus) player.getIframe().focus();
    for (const command of this.#waiting.values()) command(player);
    this.#waiting.clear();
  }

  /** Runs before the page's own listeners, so that their commands come last. */
  #onReady(player: Player): void {
    if (this.#place !== null) returnTo(player, this.#place);
    this.#place = null;
    this.#endLoading?.resolve(player);
  }

  #act(kind: string, command: (player: Player) => void): void {
    if (this.#player === null) this.#waiting.set(kind, command);
    else command(this.#player);
  }

  #release(): void {
    this.#visibility?.disconnect();
    this.#endLoading?.reject(new DOMException('The element has left the document.', 'AbortError'));
    const frame = this.#player?.getIframe();
    this.#player?.destroy();
    this.#player = this.#loading = this.#endLoading = this.#place = null;
    this.#waiting.clear();
    this.#root.querySelector('div')?.remove();
    frame?.remove();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'offstage-player': OffstagePlayerElement;
  }
}

const registry = globalThis.customElements;
if (registry?.get('offstage-player') === undefined) {
  registry?.define('offstage-player', OffstagePlayerElement);
}
