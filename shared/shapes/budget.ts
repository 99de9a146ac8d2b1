// Written by `npm run docs`: change the schema.
import type * as z from 'zod/mini';
import type { Shape } from '../shape.ts';
import type { budgetSchema } from '../host-messages.ts';

export const budgetShape: Shape<z.input<typeof budgetSchema>> = {
  "type": "object",
  "propertyNames": {
    "type": "string"
  },
  "additionalProperties": {}
};
