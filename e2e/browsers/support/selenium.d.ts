// Node finds these files only by their full names, which the types do not know.
declare module 'selenium-webdriver/remote/index.js' {
  export { DriverService } from 'selenium-webdriver/remote';
}

declare module 'selenium-webdriver/net/portprober.js' {
  export function findFreePort(): Promise<number>;
}
