// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { globalConfigSchema } from '../response-context.ts';

export const globalConfigShape: ShapesOf<typeof globalConfigSchema> = {
  "type": "object",
  "properties": {
    "hashData": {
      "type": "string",
      "pattern": "^[\\w+/=.-]{1,200}$"
    }
  },
  "required": [
    "hashData"
  ]
};
