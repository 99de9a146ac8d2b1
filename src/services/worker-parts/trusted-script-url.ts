interface TrustedTypePolicy {
  /** Returns an object that sinks accept as a string; typed as in the DOM's types. */
  createScriptURL(url: string): string;
}

declare global {
  /**
   * W3C Trusted Types; Firefox before 148 and Safari before 26 lack them and do not enforce them.
   */
  var trustedTypes:
    | {
        createPolicy(
          name: string,
          rules: {
            createScriptURL?: (url: string) => string | null;
            createHTML?: (html: string, type: string, sink: string) => string | null;
          },
        ): TrustedTypePolicy;
      }
    | undefined;
}

let policy: TrustedTypePolicy | undefined;

/**
 * Wraps a script URL that the caller has checked, for `script.src` and `new Worker`.
 * @throws TypeError if the page's Content-Security-Policy is not the server's and does not allow
 *   this policy's name
 */
export function trustedScriptUrl(url: string): string {
  policy ??= globalThis.trustedTypes?.createPolicy('offstage', {
    createScriptURL: (checked) => checked,
  });
  return policy?.createScriptURL(url) ?? url;
}
