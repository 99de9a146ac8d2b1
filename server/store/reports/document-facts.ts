import type { DocumentDimension } from '../../../shared/telemetry/document-dimensions.ts';

/** Known facts about a document; '' if unknown. */
export interface DocumentFacts extends Record<DocumentDimension, string> {
  /** Origin of the page that framed it, `direct` if not framed. */
  host: string;
  /** The browser's name. */
  browser: string;
  /** Its class, such as `mobile`. */
  device: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Version of the player. */
  version: string;
  /** Values that the host has set, by the places of their names. */
  custom1: string;
  custom2: string;
  custom3: string;
}
