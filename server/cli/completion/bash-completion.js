import { completedCommands } from './completed-commands.js';

/**
 * @returns {string} a script for bash from 3.2 on. It contains only names of the tables, never a
 *   text of the user.
 */
export function bashCompletion() {
  const commands = completedCommands();
  const values = commands.flatMap(({ name, options }) =>
    options.flatMap((option) =>
      option.value === null
        ? []
        : [`    '${name} --${option.name}') ${complete(option.value)}; return ;;`],
    ),
  );
  const rest = commands.map(
    ({ name, options, argument }) =>
      `    ${name})
      case $current in
        -*) ${complete(options.map((option) => `--${option.name}`))} ;;
        *) ${complete(argument)} ;;
      esac ;;`,
  );
  return `# bash completion of offstage: source <(offstage completion bash)
_offstage_keep() {
  local found
  while IFS= read -r found; do COMPREPLY+=("$found"); done
}
_offstage_words() { _offstage_keep < <(IFS=' ' compgen -W "$1" -- "$2"); }
_offstage_files() {
  compopt -o filenames 2>/dev/null
  _offstage_keep < <(compgen -f -- "$1")
}
_offstage_directories() {
  compopt -o filenames 2>/dev/null
  _offstage_keep < <(compgen -d -- "$1")
}
_offstage() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    _offstage_words '${[...commands.map(({ name }) => name), '--help', '--version'].join(' ')}' "$current"
    return
  fi
  case "$command $previous" in
${values.join('\n')}
  esac
  case $command in
${rest.join('\n')}
  esac
}
complete -F _offstage offstage
`;
}

/** @param {readonly string[] | 'files' | 'directories' | 'text' | 'nothing'} value */
function complete(value) {
  if (typeof value === 'object') return `_offstage_words '${value.join(' ')}' "$current"`;
  return value === 'text' || value === 'nothing' ? ':' : `_offstage_${value} "$current"`;
}
