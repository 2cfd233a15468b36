import ArgumentParser

struct CompletionCommand: StandaloneCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print the completion script for a shell.",
        usage: "contacts completion <shell>",
        discussion: """
            The script completes commands, aliases, options and their values, fields, help topics and file names, and from \
            the store, without the network, the names and identifiers of contacts, groups, and the values of fields, such \
            as city:B. Case does not matter. The shell waits for the store at most 200 milliseconds; the variable \
            CONTACTS_COMPLETION_TIMEOUT changes that, and 0 leaves the store out.

            EXAMPLES
              source <(contacts completion bash)       For this session.
              contacts completion bash \\
                  > ~/.local/share/bash-completion/completions/contacts
              contacts completion zsh > ~/.zfunc/_contacts
              contacts completion fish > ~/.config/fish/completions/contacts.fish
            """
    )

    @Argument(help: "The shell.")
    var shell: CompletingShell

    func run(in program: Program) async throws -> ExitStatus {
        try program.output.write(shell.script)
        return .success
    }
}

extension CompletingShell: ExpressibleByArgument {
    /// The completion script, which is thin because the program itself finds the candidates.
    var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    // The program's output is never evaluated, and is escaped for the command line.
    private static let bashScript = #"""
        # Completes the command lines of contacts in bash.
        _contacts() {
            local program=${1:-contacts} word=${2-} line=${COMP_LINE-} kind='' candidate IFS=' '
            COMPREPLY=()
            [[ $# -gt 1 ]] || word=${COMP_WORDS[COMP_CWORD]-}
            if [[ -n $line ]]; then
                line=${line:0:${COMP_POINT:-${#line}}}
            else
                line="${COMP_WORDS[*]:0:COMP_CWORD+1}"
            fi
            type -P -- "$program" >/dev/null || program=contacts
            {
                IFS= read -r kind
                while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done
            } < <("$program" ---complete bash "$line" "$word" 2>/dev/null)
            case $kind in
            nospace) compopt -o nospace 2>/dev/null ;;
            files*) compopt -o default 2>/dev/null ;;
            folders) compopt -o dirnames 2>/dev/null ;;
            esac
            return 0
        }
        complete -F _contacts contacts

        """#

    private static let zshScript = #"""
        #compdef contacts
        # Completes the command lines of contacts in zsh.
        _contacts() {
            local program=${(Q)words[1]} kind line
            local -a lines texts shown more
            (( ${+commands[$program]} )) || [[ -x $program ]] || program=contacts
            lines=("${(@f)$("$program" ---complete zsh "${(@)words[2,CURRENT-1]}" \
                "${QIPREFIX}${IPREFIX}${PREFIX}" 2>/dev/null)}")
            kind=$lines[1]
            shift lines
            case $kind in
            files*|folders)
                [[ $PREFIX == --*=* ]] && compset -P '*='
                if [[ $kind == folders ]]; then
                    _files -/
                elif [[ $kind == 'files '* ]]; then
                    _files -g "*.(${${kind#files }// /|})(-.)"
                else
                    _files
                fi
                return
                ;;
            nospace) more=(-S '') ;;
            inside) more=(-U) ;;
            esac
            for line in "${lines[@]}"; do
                [[ -n $line ]] || continue
                texts+=("${line%%$'\t'*}")
                if [[ $line == *$'\t'* ]]; then
                    shown+=("${line%%$'\t'*}  -- ${line#*$'\t'}")
                else
                    shown+=("$line")
                fi
            done
            (( ${#texts} )) || return 1
            compadd "${more[@]}" -V contacts -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -l -d shown -a -- texts
        }
        if [[ ${funcstack[1]} == _contacts ]]; then
            _contacts "$@"
        elif (( ${+functions[compdef]} )); then
            compdef _contacts contacts
        fi

        """#

    private static let fishScript = #"""
        # Completes the command lines of contacts in fish.
        function __contacts_complete
            set -l current (commandline -ct)
            set -l words (commandline -opc)
            set -l program $words[1]
            set -e words[1]
            type -q -- $program; or set program contacts
            set -l lines ($program ---complete fish $words "$current" 2>/dev/null)
            set -l kind $lines[1]
            set -e lines[1]
            switch "$kind"
                case 'files*' folders
                    set -l option (string match -r -- '^--[^=]*=' "$current")
                    set -l text (string replace -r -- '^--[^=]*=' '' "$current")
                    for path in (__fish_complete_path $text)
                        test "$kind" = folders; and not string match -q '*/*' -- $path; and continue
                        printf '%s%s\n' "$option" $path
                    end
                case '*'
                    test (count $lines) -gt 0; and printf '%s\n' $lines
            end
        end
        complete -c contacts -e
        complete -c contacts -f -k -a '(__contacts_complete)'

        """#
}
