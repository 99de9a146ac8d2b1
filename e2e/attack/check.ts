/** One statement about the server that must hold during or after an attack. */
export interface Check {
  what: string;
  isMet: boolean;
  /** Figures for the report. */
  seen?: string;
}
