// Written by `npm run docs`: change the schema.
import type * as z from 'zod/mini';
import type { Shape } from '../shape.ts';
import type { budgetLimitSchema } from '../host-messages.ts';

export const budgetLimitShape: Shape<z.input<typeof budgetLimitSchema>> = {
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
