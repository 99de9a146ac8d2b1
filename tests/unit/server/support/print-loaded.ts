/** Variables for a process that prints a line for each module that it loads. */
export const printLoaded = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve(specifier, context, next) {
        console.log('loads ' + specifier + ';');
        return next(specifier, context);
      },
    });
  `)}`,
};
