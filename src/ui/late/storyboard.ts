import { loadTextTrack } from './load-text-track.ts';

/** A part of a sprite, in pixels of the sprite. */
export interface StoryboardTile {
  url: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Storyboard {
  /** @param seconds time in the video */
  tileAt(seconds: number): StoryboardTile | null;
}

const emptyStoryboard: Storyboard = { tileAt: () => null };

/** Parses `sprite.jpg#xywh=160,90,160,90`, relative to its WebVTT file (W3C Media Fragments). */
export function parseTile(text: string, baseUrl: string): StoryboardTile | null {
  const match = /^(\S+)#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/.exec(text.trim());
  if (match === null) return null;
  const [x, y, width, height] = match.slice(2).map(Number) as [number, number, number, number];
  if (width === 0 || height === 0) return null;
  try {
    return { url: new URL(match[1] ?? '', baseUrl).href, x, y, width, height };
  } catch {
    // Leave out a picture with an invalid address.
    return null;
  }
}

/** The last requested storyboard; preview and chapters share it. */
let last: { url: string; storyboard: Promise<Storyboard> } | null = null;

/**
 * @returns the storyboard; without pictures if the file cannot be loaded or parsed. Never rejects
 */
export function loadStoryboard(url: string): Promise<Storyboard> {
  if (last?.url !== url) last = { url, storyboard: readStoryboard(url) };
  return last.storyboard;
}

async function readStoryboard(url: string): Promise<Storyboard> {
  if (!URL.canParse(url, document.baseURI)) return emptyStoryboard;
  const absoluteUrl = new URL(url, document.baseURI).href;
  return storyboardOf(await loadTextTrack(absoluteUrl), absoluteUrl);
}

function storyboardOf(cues: TextTrackCueList | null, baseUrl: string): Storyboard {
  const tiles = Array.from(cues ?? [], (cue) => ({
    start: cue.startTime,
    end: cue.endTime,
    tile: parseTile((cue as VTTCue).text, baseUrl),
  }));
  return {
    tileAt: (seconds) =>
      tiles.find(({ start, end }) => start <= seconds && seconds < end)?.tile ?? null,
  };
}
