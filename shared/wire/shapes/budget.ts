// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { budgetSchema } from '../host-messages.ts';

export const budgetShape: ShapesOf<typeof budgetSchema> = {
  "type": "object",
  "propertyNames": {
    "type": "string"
  },
  "additionalProperties": {}
};
