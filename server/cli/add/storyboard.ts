import { pictureLimits } from './add-limits.ts';
import type { PictureTrack } from './source-facts.ts';

const { tileEveryMinSec, tilesCount, sheetSideCount } = pictureLimits;

/** Thumbnails of a film, many on a sheet, in the format that the library reads. */
export interface StoryboardPlan {
  /** Pixels of one thumbnail. */
  tile: { width: number; height: number };
  everySeconds: number;
  columns: number;
  rows: number;
  tileCount: number;
}

const tileBox = { width: 160, height: 90 };

export function planStoryboard(
  { width, height }: Pick<PictureTrack, 'width' | 'height'>,
  durationSeconds: number,
): StoryboardPlan {
  const scale = Math.min(tileBox.width / width, tileBox.height / height);
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2);
  const everySeconds = Math.max(tileEveryMinSec, Math.ceil(durationSeconds / tilesCount));
  const tileCount = Math.max(1, Math.ceil(durationSeconds / everySeconds));
  const columns = Math.min(sheetSideCount, tileCount);
  return {
    tile: { width: even(width), height: even(height) },
    everySeconds,
    columns,
    rows: Math.min(sheetSideCount, Math.ceil(tileCount / columns)),
    tileCount,
  };
}

/** @returns ffmpeg filters that make the sheets */
export function storyboardFilters({ tile, everySeconds, columns, rows }: StoryboardPlan): string {
  // Rounding shifts by half an interval, so that a tile shows the middle of its time.
  const pick = `fps=fps=1/${everySeconds}:round=near`;
  return `${pick},scale=${tile.width}:${tile.height}:flags=area,setsar=1,format=yuvj420p,tile=${columns}x${rows}`;
}

/** @param index index of a sheet, from 1, as in ffmpeg */
export function sheetName(stem: string, index: number | '%d'): string {
  return `${stem}.storyboard-${index}.jpg`;
}

/**
 * @returns a WebVTT file whose cues locate each thumbnail: `NAME.storyboard-1.jpg#xywh=0,0,160,90`
 */
export function storyboardVtt(stem: string, plan: StoryboardPlan, durationSeconds: number): string {
  const { tile, everySeconds, columns, rows, tileCount } = plan;
  const cues = Array.from({ length: tileCount }, (_, index) => {
    const place = index % (columns * rows);
    const x = (place % columns) * tile.width;
    const y = Math.floor(place / columns) * tile.height;
    // References are URIs, but the name may contain spaces and other characters.
    const sheet = encodeURIComponent(sheetName(stem, Math.floor(index / (columns * rows)) + 1));
    const end = Math.min(
      (index + 1) * everySeconds,
      Math.max(durationSeconds, index * everySeconds + 0.001),
    );
    const times = `${timestamp(index * everySeconds)} --> ${timestamp(end)}`;
    return `${times}\n${sheet}#xywh=${x},${y},${tile.width},${tile.height}`;
  });
  return `${['WEBVTT', ...cues].join('\n\n')}\n`;
}

function timestamp(seconds: number): string {
  const milliseconds = Math.round(seconds * 1_000);
  const parts = [Math.floor(milliseconds / 3_600_000), Math.floor(milliseconds / 60_000) % 60];
  const [hours = '', minutes = ''] = parts.map((part) => String(part).padStart(2, '0'));
  const rest = ((milliseconds % 60_000) / 1_000).toFixed(3).padStart(6, '0');
  return `${hours}:${minutes}:${rest}`;
}
