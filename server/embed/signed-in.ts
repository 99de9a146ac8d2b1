import { createHmac } from 'node:crypto';

/** What the operator's proxy says of who asks. */
export interface SignedIn {
  isLoggedIn: boolean;
  /** Of the account, which it does not name; `null` where the proxy says only that there is one. */
  dataSyncId: string | null;
}

/** Reads the header by which a proxy says who is signed in: it names the user, or says whether there is one. */
export type ReadSignedIn = (header: string | undefined) => SignedIn;

/** @param key secret, so that nobody finds out by trying whose id it is */
export function createReadSignedIn(key: string): ReadSignedIn {
  return (header = '') => {
    const user = header.trim();
    if (/^(|0|false|no)$/i.test(user)) return { isLoggedIn: false, dataSyncId: null };
    const isNamed = !/^(1|true|yes)$/i.test(user);
    const id = createHmac('sha256', key).update(`datasync ${user}`).digest('hex').slice(0, 32);
    return { isLoggedIn: true, dataSyncId: isNamed ? id : null };
  };
}
