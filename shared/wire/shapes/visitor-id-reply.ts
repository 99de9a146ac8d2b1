// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { visitorIdReplySchema } from '../visitor-id.ts';

export const visitorIdReplyShape: ShapesOf<typeof visitorIdReplySchema> = {
  "type": "object",
  "properties": {
    "visitorId": {
      "type": "string",
      "pattern": "^[\\x21-\\x7e]{1,200}$"
    }
  }
};
