/** The services' own code, through its one door (an alias of the bundler): `src` may not import from `worker`. */
declare module 'offstage:services' {
  export function serveServices(
    endpoint: import('comlink').Endpoint,
  ): import('../../shared/rpc.ts').Services;
}
