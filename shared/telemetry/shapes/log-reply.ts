// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { logReplySchema } from '../log-batch.ts';

export const logReplyShape: ShapesOf<typeof logReplySchema> = {
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
