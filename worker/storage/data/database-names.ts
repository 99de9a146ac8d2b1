/** Prefix of everything that this product stores in an origin, which other products may share. */
export const ourPrefix = 'offstage-';

/** Database for signed-out visitors, and for data of no visitor. */
export const dataDatabaseName = 'offstage-data';

/** Followed by the account's data-sync id, so that no account sees another account's data. */
export const accountDatabasePrefix = 'offstage-data:';

/** @returns the database of the page config's visitor */
export function dataDatabaseOf({ isLoggedIn, dataSyncId }: Visitor): string {
  return isLoggedIn && dataSyncId !== null ? accountDatabasePrefix + dataSyncId : dataDatabaseName;
}

interface Visitor {
  isLoggedIn: boolean;
  dataSyncId: string | null;
}

/** @returns `null` where the browser cannot tell; an empty list where storage is denied */
export async function databaseNames(): Promise<string[] | null> {
  if (typeof indexedDB === 'undefined') return [];
  try {
    return (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  } catch (error) {
    // TypeError: the browser lacks this method. Other errors mean that storage is denied.
    return error instanceof TypeError ? null : [];
  }
}
