/**
 * Facts about a page load by which the reports filter and group its playbacks; '' if unknown. They
 * are columns of the store's tables, parameters of the reports, and filters of the dashboard.
 */
export const documentDimensions = ['host', 'browser', 'device', 'country', 'version'] as const;
export type DocumentDimension = (typeof documentDimensions)[number];

/** Names of their lists in a report. */
export const dimensionLists = {
  host: 'hosts',
  browser: 'browsers',
  device: 'devices',
  country: 'countries',
  version: 'versions',
} as const satisfies Record<DocumentDimension, string>;
export type DimensionList = (typeof dimensionLists)[DocumentDimension];

/** @returns a value for each dimension, in their order */
export function ofEachDimension<Value>(
  make: (dimension: DocumentDimension) => Value,
): Record<DocumentDimension, Value> {
  return Object.fromEntries(documentDimensions.map((name) => [name, make(name)])) as Record<
    DocumentDimension,
    Value
  >;
}

/** @returns a value for each list of a report */
export function ofEachList<Value>(
  make: (dimension: DocumentDimension) => Value,
): Record<DimensionList, Value> {
  return Object.fromEntries(
    documentDimensions.map((name) => [dimensionLists[name], make(name)]),
  ) as Record<DimensionList, Value>;
}

/** The dimensions of a row, in their order and without its other fields. */
export const dimensionsOf = <Value>(
  row: Readonly<Record<DocumentDimension, Value>>,
): Record<DocumentDimension, Value> => ofEachDimension((name) => row[name]);

/** Matches all page loads. */
export const anyDocument = ofEachDimension(() => null);
