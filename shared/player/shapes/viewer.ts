// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { viewerSchema } from '../video-extras-schemas.ts';

export const viewerShape: ShapesOf<typeof viewerSchema> = {
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
