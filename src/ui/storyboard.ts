/** A part of a sprite; pixels of the sprite. */
export interface StoryboardTile {
  url: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Storyboard {
  /** Seconds. */
  tileAt(seconds: number): StoryboardTile | null;
}

/** `sprite.jpg#xywh=160,90,160,90`, relative to its WebVTT file (W3C Media Fragments). */
export function parseTile(text: string, baseUrl: string): StoryboardTile | null {
  const match = /^(\S+)#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/.exec(text.trim());
  if (match === null) return null;
  const [x, y, width, height] = match.slice(2).map(Number) as [number, number, number, number];
  try {
    return { url: new URL(match[1] ?? '', baseUrl).href, x, y, width, height };
  } catch {
    // A picture with an address that is none is a picture less.
    return null;
  }
}

/**
 * Reads a storyboard. The browser parses the WebVTT (a hidden metadata track of an element that never plays).
 * A file that does not arrive or parse leaves the preview without pictures.
 */
export function loadStoryboard(
  url: string,
  signal: AbortSignal,
  onLoad: (storyboard: Storyboard) => void,
): void {
  const absoluteUrl = new URL(url, document.baseURI).href;
  const holder = document.createElement('video');
  holder.crossOrigin = 'anonymous';
  const element = document.createElement('track');
  element.kind = 'metadata';
  element.src = absoluteUrl;
  element.addEventListener(
    'load',
    () => {
      const tiles = Array.from(element.track.cues ?? [], (cue) => ({
        start: cue.startTime,
        end: cue.endTime,
        tile: parseTile((cue as VTTCue).text, absoluteUrl),
      }));
      onLoad({
        tileAt: (seconds) => tiles.find(({ start, end }) => start <= seconds && seconds < end)?.tile ?? null,
      });
    },
    { signal },
  );
  holder.append(element);
  element.track.mode = 'hidden';
}
