import Foundation

/// A shell that completes command lines of the program, as somebody who presses the tab key sees it.
enum InteractiveShell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The shells of this machine; `Scripts/test` sees to it that all are there where it can.
    static var installed: [Self] { allCases.filter { $0.path != nil } }

    private var path: String? {
        ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(rawValue)" }
            .first(where: FileManager.default.isExecutableFile)
    }

    /// What the shell offers for the last word, escaped as it would stand on the line.
    func completions(of words: [String], by contacts: Binary) async throws -> [String] {
        // The name of the shell stands where fish has its first argument already.
        let arguments = (self == .zsh ? ["-f"] : []) + ["-c", script] + (self == .fish ? [] : [rawValue]) + words
        let result = try await contacts.start(arguments, executable: path ?? rawValue).result
        return result.lines.map { String($0.prefix { $0 != "\t" }) }
    }

    private var script: String {
        switch self {
        case .bash:
            """
            PATH=${contacts%/*}:$PATH
            source <(contacts completion bash)
            COMP_WORDS=(contacts "${@}"); COMP_CWORD=$#; COMP_LINE="contacts $*"; COMP_POINT=${#COMP_LINE}
            _contacts contacts "${@: -1}" contacts
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        case .fish:
            """
            set -x PATH (path dirname $contacts) $PATH
            source (contacts completion fish | psub)
            complete -C "contacts $argv"
            """
        case .zsh:
            // Completion needs the line editor, and that a terminal. Each match is noted in a file.
            """
            PATH=${contacts%/*}:$PATH
            zmodload zsh/zpty
            export HITS=$HOME/hits
            zpty z "zsh -f -i"
            note() {
                zpty -w z "print -r $1 >> \\$HITS"
                for try in {1..3000}; do grep -q $1 $HITS && return; zpty -r -t z line; sleep 0.02; done
                exit 1
            }
            : > $HITS
            zpty -w z 'PROMPT=; autoload -Uz compinit; compinit -D -u'
            zpty -w z 'source <(contacts completion zsh); compdef _contacts contacts; bindkey "^I" complete-word'
            zpty -w z 'compadd() { local -a hits; builtin compadd -A hits "$@"; print -rl -- "="$^hits >> $HITS
            builtin compadd "$@" }'
            note READY
            zpty -w -n z "contacts $*"$'\\t'
            zpty -w -n z $'\\x15'
            note DONE
            zpty -d z
            sed -n 's/^=//p' $HITS | sort -u
            """
        }
    }
}
