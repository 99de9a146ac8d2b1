// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { cachedConfigSchema } from '../response-context.ts';

export const cachedConfigShape: ShapesOf<typeof cachedConfigSchema> = {
  "type": "object",
  "properties": {
    "config": {},
    "hashData": {
      "type": "string",
      "pattern": "^[\\w+/=.-]{1,200}$"
    },
    "timestamp": {
      "type": "number"
    }
  },
  "required": [
    "config",
    "hashData",
    "timestamp"
  ]
};
