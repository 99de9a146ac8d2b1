/** Dimensions that every server has. */
export const fixedDimensions = ['host', 'browser', 'device', 'country', 'version'] as const;
export type FixedDimension = (typeof fixedDimensions)[number];

/** Places for dimensions that the operator names; a store keeps which name has which place. */
export const customDimensions = ['custom1', 'custom2', 'custom3'] as const;
export type CustomDimension = (typeof customDimensions)[number];

/** The operator's names, by their places; a place without a name is not used. */
export type CustomNames = Partial<Record<CustomDimension, string>>;

/**
 * Facts about a page load by which the reports filter and group its playbacks; '' if unknown. They
 * are columns of the store's tables, and of the reports.
 */
export const documentDimensions = [...fixedDimensions, ...customDimensions] as const;
export type DocumentDimension = (typeof documentDimensions)[number];

/** Names of their lists in a report. */
export const dimensionLists = {
  host: 'hosts',
  browser: 'browsers',
  device: 'devices',
  country: 'countries',
  version: 'versions',
  custom1: 'custom1',
  custom2: 'custom2',
  custom3: 'custom3',
} as const satisfies Record<DocumentDimension, string>;
export type DimensionList = (typeof dimensionLists)[DocumentDimension];

/** @returns whether a dimension is in use: each fixed one, and the custom ones with a name */
export const isNamed = (dimension: string, names: CustomNames): boolean =>
  !isCustom(dimension) || names[dimension] !== undefined;

/** @returns whether this is a place for a name of the operator's */
export const isCustom = (dimension: string): dimension is CustomDimension =>
  (customDimensions as readonly string[]).includes(dimension);

/** @returns a value for each dimension, in their order */
export function ofEachDimension<Value>(
  make: (dimension: DocumentDimension) => Value,
): Record<DocumentDimension, Value> {
  return Object.fromEntries(documentDimensions.map((name) => [name, make(name)])) as Record<
    DocumentDimension,
    Value
  >;
}

/** The dimensions of a row, in their order and without its other fields. */
export const dimensionsOf = <Value>(
  row: Readonly<Record<DocumentDimension, Value>>,
): Record<DocumentDimension, Value> => ofEachDimension((name) => row[name]);
