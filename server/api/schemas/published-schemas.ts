import { apiSchemas } from './api-schemas.ts';
import { configurationSchemas } from './configuration-schemas.ts';
import { hostSchemas } from './host-schemas.ts';
import { intakeSchemas } from './intake-schemas.ts';
import type { PublishedSchema } from './published-schema.ts';
import { telemetrySchemas } from './telemetry-schemas.ts';

/**
 * All schemas that the server publishes. Loaded with the first request for one, so that the server
 * starts faster.
 */
export const publishedSchemas: readonly PublishedSchema[] = [
  ...configurationSchemas,
  ...hostSchemas,
  ...apiSchemas,
  ...intakeSchemas,
  ...telemetrySchemas,
];
