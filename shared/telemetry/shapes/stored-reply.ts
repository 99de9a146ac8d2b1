// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { storedReplySchema } from '../log-batch.ts';

export const storedReplyShape: ShapesOf<typeof storedReplySchema> = {
  "type": "object",
  "properties": {
    "stored": {
      "maxItems": 1000,
      "type": "array",
      "items": {
        "minItems": 2,
        "maxItems": 2,
        "type": "array",
        "items": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000000000
        }
      }
    },
    "isCut": {
      "type": "boolean"
    }
  },
  "required": [
    "stored",
    "isCut"
  ]
};
