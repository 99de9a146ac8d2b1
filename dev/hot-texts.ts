import type { Plugin } from 'vite';

const catalogue = /\/src\/ui\/messages\/[a-z]{2}\.ts$/;
const playerUi = '/src/ui/controls/player-ui.tsx';

/**
 * Shows changed texts in the running player. The player keeps the catalogue that it has loaded, so
 * the new texts are copied into that object. React redraws only components whose module has
 * changed, so the outermost one counts as changed too.
 */
export function hotTexts(): Plugin {
  return {
    name: 'hot-texts',
    apply: 'serve',
    transform(code, id) {
      if (!catalogue.test(id)) return;
      return `${code}
        const loaded = (import.meta.hot.data.messages ??= messages);
        import.meta.hot.accept((changed) => Object.assign(loaded, changed?.messages));`;
    },
    hotUpdate({ file, modules }) {
      if (!catalogue.test(file)) return;
      const { root } = this.environment.config;
      return [
        ...modules,
        ...(this.environment.moduleGraph.getModulesByFile(`${root}${playerUi}`) ?? []),
      ];
    },
  };
}
