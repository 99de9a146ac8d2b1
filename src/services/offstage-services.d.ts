/** The services' own code, through its one door (an alias of the bundler): `src` may not import from `worker`. */
declare module 'offstage:services' {
  export const createServices: import('../../shared/rpc.ts').CreateServices;
}
