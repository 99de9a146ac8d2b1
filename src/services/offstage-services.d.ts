/**
 * The only way to the services' own code, an alias of the bundler: `src` may not import from
 * `worker`.
 */
declare module 'offstage:services' {
  export function serveServices(
    endpoint: import('comlink').Endpoint,
  ): import('../../shared/rpc/rpc.ts').Services;
}
