// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { budgetLimitSchema } from '../host-messages.ts';

export const budgetLimitShape: ShapesOf<typeof budgetLimitSchema> = {
  "anyOf": [
    {
      "type": "number",
      "minimum": 0
    },
    {
      "type": "null"
    }
  ]
};
