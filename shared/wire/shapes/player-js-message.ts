// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { playerJsMessageSchema } from '../host-messages.ts';

export const playerJsMessageShape: ShapesOf<typeof playerJsMessageSchema> = {
  "type": "object",
  "properties": {
    "method": {
      "type": "string",
      "maxLength": 100
    }
  },
  "required": [
    "method"
  ]
};
