// biome-ignore-all lint/performance/noBarrelFile: React's pages import the element from here
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { forwardedEvents } from './element/forwarded-events.ts';
import type { OffstagePlayerElement } from './offstage-player.ts';

export { OffstagePlayerElement } from './offstage-player.ts';

/** Listeners by React 19's names: `onstatechange` listens to the event `statechange`. */
type Listeners = {
  [Name in keyof typeof forwardedEvents as `on${Name}`]?:
    | ((event: CustomEvent) => void)
    | undefined;
};

/** Attributes of the element; `OffstagePlayerElement` explains them. */
interface Attributes {
  videoid?: string | undefined;
  playlist?: string | undefined;
  host?: string | undefined;
  'video-title'?: string | undefined;
  poster?: string | undefined;
  'play-label'?: string | undefined;
  params?: string | undefined;
  autoload?: 'visible' | 'now' | undefined;
}

/** React 19 sets these as properties. */
type Properties = Partial<
  Pick<OffstagePlayerElement, 'currentTime' | 'volume' | 'muted' | 'playbackRate'>
>;

/** Props of `<offstage-player>`. */
export type OffstagePlayerProps = DetailedHTMLProps<
  HTMLAttributes<OffstagePlayerElement>,
  OffstagePlayerElement
> &
  Attributes &
  Properties &
  Listeners;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'offstage-player': OffstagePlayerProps;
    }
  }
}
