declare const __OFFSTAGE_VERSION__: string;

/** Version of this build, from package.json. */
export const version = __OFFSTAGE_VERSION__;
