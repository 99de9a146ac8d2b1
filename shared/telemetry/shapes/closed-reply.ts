// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { closedReplySchema } from '../log-batch.ts';

export const closedReplyShape: ShapesOf<typeof closedReplySchema> = {
  "type": "object",
  "properties": {
    "error": {
      "type": "object",
      "properties": {
        "code": {
          "type": "string",
          "const": "ORIGIN_NOT_ALLOWED"
        },
        "message": {
          "type": "string"
        }
      },
      "required": [
        "code",
        "message"
      ]
    }
  },
  "required": [
    "error"
  ]
};
