// Written by `npm run docs`: change the schema.
import type * as z from 'zod/mini';
import type { Shape } from '../shape.ts';
import type { closedReplySchema } from '../log-batch.ts';

export const closedReplyShape: Shape<z.input<typeof closedReplySchema>> = {
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
