/** How everything begins that this product keeps in an origin which others may share. */
export const ourPrefix = 'offstage-';

/** Of visitors who are signed out, and of what belongs to no visitor. */
export const dataDatabaseName = 'offstage-data';

/** A signed-in visitor's has the account's data-sync id behind this, so that no account sees what another keeps. */
export const accountDatabasePrefix = 'offstage-data:';

/** @returns the database of a visitor, as the page config tells who it is */
export function dataDatabaseOf({ isLoggedIn, dataSyncId }: Visitor): string {
  return isLoggedIn && dataSyncId !== null ? accountDatabasePrefix + dataSyncId : dataDatabaseName;
}

interface Visitor {
  isLoggedIn: boolean;
  dataSyncId: string | null;
}

/** @returns `null` where the browser cannot say; none where storage is denied */
export async function databaseNames(): Promise<string[] | null> {
  if (typeof indexedDB === 'undefined') return [];
  try {
    return (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  } catch (error) {
    // A TypeError: a browser without this method. All else means that storage is denied.
    return error instanceof TypeError ? null : [];
  }
}
