import { Argument, type Command } from 'commander';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** `scriptorium completion SHELL`: a script that completes commands and options, made from the commands themselves. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('Print a script for shell completion, such as: source <(scriptorium completion bash).')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell) => {
      process.stdout.write(SCRIPTS[shell](collectWords(program)));
    });
}

/** By the commands so far (`jobs watch`), what may come next. */
type Words = ReadonlyMap<string, readonly string[]>;

function collectWords(program: Command): Words {
  const words = new Map<string, string[]>();
  const help = program.createHelp();
  const visit = (command: Command, path: string): void => {
    const children = help.visibleCommands(command).filter((child) => child.name() !== 'help');
    const commands = children.map((child) => child.name());
    const options = command.options.map(({ long }) => long).filter((long) => long !== undefined && long !== null);
    words.set(path, [...commands, ...options, '--help']);
    for (const child of children) visit(child, `${path} ${child.name()}`.trim());
  };
  visit(program, '');
  return words;
}

const cases = (words: Words): string =>
  [...words].map(([path, next]) => `    '${path}') words='${next.join(' ')}' ;;`).join('\n');

/** The words before the cursor that are commands name what comes next. */
const forBash = (words: Words): string => `_scriptorium() {
  local path='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case ' ${[...words.keys()].filter(Boolean).join(' | ')} ' in
      *" \${path:+$path }$word "*) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases(words)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _scriptorium scriptorium
`;

const SCRIPTS: Readonly<Record<Shell, (words: Words) => string>> = {
  bash: forBash,
  zsh: (words) => `autoload -U +X compinit bashcompinit && compinit && bashcompinit\n${forBash(words)}`,
  fish: (words) =>
    [...words]
      .flatMap(([path, next]) => {
        const seen = path.split(' ').filter(Boolean);
        const condition =
          seen.length === 0
            ? '__fish_use_subcommand'
            : seen.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
        return next.map((word) =>
          word.startsWith('--')
            ? `complete -c scriptorium -n '${condition}' -l ${word.slice(2)}`
            : `complete -c scriptorium -n '${condition}' -a ${word}`,
        );
      })
      .join('\n') + '\n',
};
