// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { hostMessageSchema } from '../host-messages.ts';

export const hostMessageShape: ShapesOf<typeof hostMessageSchema> = {
  "type": "object",
  "properties": {
    "event": {
      "type": "string"
    }
  },
  "required": [
    "event"
  ]
};
