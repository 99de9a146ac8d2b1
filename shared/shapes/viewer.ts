// Written by `npm run docs`: change the schema.
import type * as z from 'zod/mini';
import type { Shape } from '../shape.ts';
import type { viewerSchema } from '../video-extras-schemas.ts';

export const viewerShape: Shape<z.input<typeof viewerSchema>> = {
  "type": "object",
  "properties": {
    "isSignedIn": {
      "type": "boolean"
    },
    "isSubscribed": {
      "type": "boolean"
    },
    "bell": {
      "type": "boolean"
    },
    "isInWatchLater": {
      "type": "boolean"
    }
  },
  "required": [
    "isSignedIn"
  ]
};
