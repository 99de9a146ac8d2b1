import { createHmac } from 'node:crypto';

/** The sign-in state that the operator's proxy reports. */
export interface SignedIn {
  isLoggedIn: boolean;
  /** Id of the account, without revealing its name; `null` if the proxy does not name the user. */
  dataSyncId: string | null;
}

/** Reads the header in which a proxy names the user, or only says whether one is signed in. */
export type ReadSignedIn = (header: string | undefined) => SignedIn;

/** @param key secret, so that an id cannot be matched to a user by trying names */
export function createReadSignedIn(key: string): ReadSignedIn {
  return (header = '') => {
    const user = header.trim();
    if (/^(|0|false|no)$/i.test(user)) return { isLoggedIn: false, dataSyncId: null };
    const isNamed = !/^(1|true|yes)$/i.test(user);
    const id = createHmac('sha256', key).update(`datasync ${user}`).digest('hex').slice(0, 32);
    return { isLoggedIn: true, dataSyncId: isNamed ? id : null };
  };
}
