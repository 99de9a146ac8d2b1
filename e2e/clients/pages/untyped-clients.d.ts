// Clients whose types are missing or do not compile: only the members that the pages use.

declare module 'lite-youtube-embed';
declare module 'lite-youtube-embed/src/lite-yt-embed.css';
declare module 'plyr/dist/plyr.css';
declare module 'video.js/dist/video-js.css';
declare module 'videojs-youtube';
declare module 'vidstack/player/styles/base.css';

declare module 'player.js' {
  type Answer<T> = (callback: (value: T) => void) => void;

  interface Player {
    on(event: string, callback: (value: unknown) => void): void;
    off(event: string): void;
    supports(kind: 'event' | 'method', names: string | string[]): boolean;
    send(message: { method: string; value?: unknown }): void;
    play(): void;
    pause(): void;
    getPaused: Answer<boolean>;
    mute(): void;
    unmute(): void;
    getMuted: Answer<boolean>;
    setVolume(volume: number): void;
    getVolume: Answer<number>;
    getDuration: Answer<number>;
    setCurrentTime(seconds: number): void;
    getCurrentTime: Answer<number>;
    setLoop(isLooping: boolean): void;
    getLoop: Answer<boolean>;
  }

  const playerjs: { Player: new (frame: HTMLIFrameElement) => Player };
  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default playerjs;
}

declare module 'plyr' {
  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default class Plyr {
    constructor(target: HTMLElement, options: { loadSprite?: boolean });
    on(event: string, listener: (event: CustomEvent<{ code?: number } | null>) => void): void;
    play(): void;
    pause(): void;
    destroy(): void;
    currentTime: number;
    readonly duration: number;
    readonly paused: boolean;
    volume: number;
    muted: boolean;
    speed: number;
    readonly options: { speed: number[] };
    readonly media: { error?: { code: number } };
    source: { type: 'video'; sources: { src: string; provider: 'youtube' }[] };
  }
}
