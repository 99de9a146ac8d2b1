import { shellWord } from '../../options/shell-word.js';
import { completedCommands } from './completed-commands.js';

/** @returns {string} a script for zsh, for a file `_offstage` of `fpath`, or for `source` */
export function zshCompletion() {
  const commands = completedCommands();
  const rest = commands.map(({ name, options, argument }) => {
    const specs = options.map((option) => shellWord(optionSpec(option)));
    if (argument !== 'nothing') specs.push(shellWord(`*:argument:${action(argument)}`));
    return `    ${name}) _arguments ${specs.join(' \\\n      ')} ;;`;
  });
  return `#compdef offstage
# zsh completion of offstage: source <(offstage completion zsh)
_offstage() {
  local -a commands
  commands=(${commands.map(({ name, summary }) => shellWord(`${name}:${summary}`)).join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${rest.join('\n')}
  esac
}
compdef _offstage offstage
`;
}

/** @param {import('./completed-commands.js').CompletedOption} option */
function optionSpec({ name, help, value }) {
  const explained = `*--${name}[${help.replaceAll(/[[\]\\]/g, '\\$&')}]`;
  return value === null ? explained : `${explained}:value:${action(value)}`;
}

/** @param {readonly string[] | 'files' | 'directories' | 'text'} value */
function action(value) {
  if (typeof value === 'object') return `(${value.join(' ')})`;
  return { files: '_files', directories: '_files -/', text: '' }[value];
}
