import type * as z from 'zod/mini';
import type { pageConfigSchema } from './page-config-schema.ts';

export type PageConfig = z.infer<typeof pageConfigSchema>;

/** Id of the `<script type="application/json">` that carries the page config. */
export const pageConfigElementId = 'page-config';

/** Something of the page config that the player does without. */
export interface ConfigProblem {
  /** Missing until it has been told. */
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
  /** What is wrong, and how it is put right. */
  message: string;
}

/** §2: attributes of the player element unless the config says otherwise. */
export const defaultAttrs = { width: '100%', height: '100%', id: 'video-player' } as const;

export const defaultBrand = 'Offstage';

/** §2: the video title followed by ' - {brand}'; just the brand when there is no title. */
export function pageTitle(title: string, brand: string): string {
  return title === '' ? brand : `${title} - ${brand}`;
}
