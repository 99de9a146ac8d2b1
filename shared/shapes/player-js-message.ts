// Written by `npm run docs`: change the schema.
import type * as z from 'zod/mini';
import type { Shape } from '../shape.ts';
import type { playerJsMessageSchema } from '../host-messages.ts';

export const playerJsMessageShape: Shape<z.input<typeof playerJsMessageSchema>> = {
  "type": "object",
  "properties": {
    "method": {
      "type": "string",
      "maxLength": 100
    },
    "value": {},
    "listener": {}
  },
  "required": [
    "method"
  ]
};
