// Written by `npm run docs`: change the schema.
import type * as z from 'zod/mini';
import type { Shape } from '../shape.ts';
import type { logReplySchema } from '../log-batch.ts';

export const logReplyShape: Shape<z.input<typeof logReplySchema>> = {
  "type": "object",
  "properties": {
    "accepted": {
      "type": "integer"
    },
    "duplicates": {
      "type": "integer"
    },
    "rejected": {
      "type": "integer"
    },
    "rejections": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "index": {
            "type": "integer"
          }
        },
        "required": [
          "index"
        ]
      }
    }
  },
  "required": [
    "accepted",
    "duplicates",
    "rejected"
  ]
};
