// Written by `npm run docs`: change the schema.
import type * as z from 'zod/mini';
import type { Shape } from '../shape.ts';
import type { hostMessageSchema } from '../host-messages.ts';

export const hostMessageShape: Shape<z.input<typeof hostMessageSchema>> = {
  "type": "object",
  "properties": {
    "event": {
      "type": "string"
    },
    "func": {},
    "args": {},
    "id": {}
  },
  "required": [
    "event"
  ]
};
