import type * as z from 'zod/mini';
import type { pageConfigSchema } from './page-config-schema.ts';

export type PageConfig = z.infer<typeof pageConfigSchema>;

/** Id of the `<script type="application/json">` that carries the page config. */
export const pageConfigElementId = 'page-config';

/** A part of the page config that the player ignores. */
export interface ConfigProblem {
  /** Missing until the problem is reported. */
  code?:
    | 'BAD_CONFIG'
    | 'BAD_FIELD'
    | 'NO_ELEMENT'
    | 'BAD_CALLBACK'
    | 'BAD_ASSET_URL'
    | 'ASSET_FAILED'
    | 'BAD_COMMAND';
  /** Path in the page config; empty for the whole. */
  field: string;
  /** The cause, and how to fix it. */
  message: string;
}

/** §2: attributes of the player element, unless the config sets others. */
export const defaultAttrs = { width: '100%', height: '100%', id: 'video-player' } as const;

export const defaultBrand = 'Offstage';

/** §2: the video title followed by ' - {brand}'; only the brand if there is no title. */
export function pageTitle(title: string, brand: string): string {
  return title === '' ? brand : `${title} - ${brand}`;
}
