// Commands as agents run them, by kind: by these a rule is measured that lets a hook run needlessly.

/** Messages of commits: a subject, and lines of a body with quotes, brackets, backticks and names of programs. */
const messages: ReadonlyArray<readonly [subject: string, ...body: ReadonlyArray<string>]> = [
  ["fix: don't drop the last row", "It's what `read` returned when the file had no newline."],
  ["feat(parser): read nested (brackets)", "Closes #12."],
  ["docs: explain `npm test`", "- say what it needs", "- say what it doesn't"],
  ["refactor: move Foo into its own file"],
  ["test: cover the empty list", "The list can be empty (see #4)."],
  ["chore: bump typescript from 5.8 to 5.9"],
  ["fix(api): return 404, not 500", "The handler threw where `user` was null; now it's a 404."],
  ["feat: add --json to list", "", "Output is one object per line."],
  ["perf: cache compiled patterns", "Before: 4.2 ms", "After: 0.3 ms"],
  ["build: drop node 18", "Nobody's on it any more."],
  ["ci: run tests on macOS & Windows"],
  ['fix: quote "$HOME" in scripts', 'Paths with blanks (e.g. "My Files") broke.'],
  ["style: format"],
  ['revert: "feat: add cache"', "This reverts commit 1a2b3c4."],
  ["feat(ui): dark mode", "* adds a toggle", "* stores it in localStorage"],
  ["fix: handle `null` in config", "if (x == null) return {}"],
  ["refactor!: rename `run` to `start`", "BREAKING CHANGE: callers must use `start`."],
  ["docs: fix typos; update links"],
  ["fix: off-by-one in pager", "i <= n should have been i < n."],
  ["feat: support $EDITOR", "Falls back to `vi`."],
  ["chore: remove dead code", "Removes unused helpers in src/util."],
  ["test: don't depend on time"],
  ["fix(auth): refresh token once", "Two requests at once refreshed it twice -> 401."],
  ["feat: migrations", "1. create table", "2. copy rows", "3. drop the old one"],
  ["fix: escape < and > in html", "a < b && c > d was rendered as a tag."],
  ["build: ship ESM & CJS"],
  ["docs(readme): usage", "```sh", "npm install", "```"],
  ["fix: race in watcher", "Two events within 10 ms were one."],
  ["feat(cli): colors (opt-out by NO_COLOR)"],
  ["chore: update snapshots", "They're larger now."],
  ["fix: use LF everywhere", "Windows's CRLF broke the hash."],
  ["refactor: split main.ts", "main.ts was 900 lines; it's 80 now."],
  ["feat: retry with backoff", "wait = min(cap, base * 2 ** n)"],
  ["fix: type of `options`", "Record<string, unknown> | undefined"],
  ["test: add regression for #77"],
  ["chore(deps): audit fix", "0 vulnerabilities."],
  ["fix: trailing slash in URLs", "https://a.b/c/ and https://a.b/c are the same."],
  ["docs: how to deploy", "Run the workflow by hand (Actions > Deploy)."],
  ["feat: search", "Uses trigram index; see docs/search.md for the reasons."],
  ["fix: memory leak in pool", "Sockets weren't closed on error."],
  ["perf: read file once"],
  ["fix(css): overflow on iOS", "100vh isn't what you'd think."],
  ["feat: import CSV", "Separator: , or ; (detected)"],
  ["refactor: Effect 4", "Layer.effect(Foo, make) instead of Layer.scoped."],
  ["chore: lint rule for `any`"],
  ["fix: don't swallow errors", "catch (e) {} hid the cause."],
  ["feat: metrics", 'http_requests_total{status="200"}'],
  ["test: e2e for login", "It takes 3s."],
  ["docs: adr 7", "We keep Postgres. Reasons: 1) known 2) enough"],
  ["fix: locale of dates", "new Date('2024-01-01') is UTC!"],
  ["feat: keyboard shortcuts", "Ctrl+K opens the palette; Esc closes it."],
  ["build: smaller image", "node:24-slim, multi-stage: 1.1 GB -> 180 MB"],
  ["fix: permission check", "Only owners (role = 'owner') may delete."],
  ["feat: soft delete", "deleted_at is set; rows stay."],
  ["chore: editorconfig"],
  ["fix: flaky test", "Waited 50 ms; waits for the event now."],
  ["feat(api)!: v2", "See MIGRATION.md. It's a lot."],
  ["fix: empty state", 'Shows "Nothing here yet".'],
  ["refactor: no default exports"],
  ["docs: changelog for 1.4.0", "### Added", "- `--watch`", "### Fixed", "- #101, #104"],
  ["fix: parse `a=b;c=d` cookies", "Splits at ; and trims."],
  ["feat: cron jobs", "*/5 * * * * refreshes the cache."],
  ["chore: rm old fixtures", "They were unused."],
  ["fix: shell quoting in hooks", "Don't run $(cat file) unquoted."]
]

const trailer = "Co-Authored-By: Agent <noreply@example.com>"

const commits = messages
  .map((lines, at) => {
    const text = [lines[0], "", ...lines.slice(1), "", trailer].join("\n")
    const message = `"$(cat <<'EOF'\n${text}\nEOF\n)"`
    return [
    `git commit -m ${message}`,
    `git add -A && git commit -m ${message}`,
    `git add src/a.ts test/a.test.ts\ngit commit -m ${message}`,
    `cd /repo && git add . && git commit -q -m ${message} && git log --oneline -1`,
    `git commit -F - <<'EOF'\n${text}\nEOF`,
    `gh pr create --title "Change ${at}" --body ${message}`,
    `git commit --amend -m ${message}; git status --short`,
    `cat > /tmp/msg <<'EOF'\n${text}\nEOF\ngit commit -F /tmp/msg`
  ][at % 8] // prettier-ignore
  })
  .filter((text) => text !== undefined)

const pipes = [
  "git log --oneline | head -20", "git diff --stat | tail -1", "git branch -a | grep feature", "git status --porcelain | awk '{print $2}'",
  "git ls-files | xargs wc -l | sort -n | tail -20", "git ls-files '*.py' | xargs grep -l \"import os\"", "git show HEAD:package.json | jq .version",
  "git grep -n TODO | cut -d: -f1 | sort | uniq -c", "git log --format=%an | sort | uniq -c | sort -rn", "ls -1 | wc -l", "ls -la | grep '^d'",
  "ls *.png | xargs -I{} basename {} .png", "cat a.txt | tr a-z A-Z", "cat package.json | jq '.scripts'", "cat urls.txt | sort -u | head -100",
  "cat /etc/passwd | cut -d: -f1", "cat a.log | grep -v DEBUG | tail -50", "ps aux | grep node | grep -v grep", "ps -ef | awk '/node/ {print $2}'",
  "env | grep -i proxy", "env | sort", "history | tail -5", "find . -name '*.ts' | head", "find . -name '*.ts' -print0 | xargs -0 grep -n \"print(\"",
  "find . -type f | sed 's/.*\\.//' | sort | uniq -c", "find src -name '*.tsx' | xargs grep -l useState", "find . -type f -size +1M | xargs ls -lh",
  "grep -rn TODO src | head", "grep -rnE \"foo\\(|bar\\[\" . | grep -v node_modules", "grep -rl console.log src | wc -l", "rg --files | rg test",
  "rg -c TODO | sort -t: -k2 -n", "sort a.txt | uniq -c | sort -rn | head -20", "du -sh * | sort -h", "df -h | grep -v tmpfs", "npm ls | grep effect",
  "npm test 2>&1 | tail -40", "npm run build 2>&1 | tee build.log | grep -E \"error|warning\" | head", "npx tsc --noEmit | grep error | wc -l",
  "npm test |& tail -5", "pytest -q 2>&1 | tail -30", "cargo test 2>&1 | grep -A5 FAILED", "go test ./... 2>&1 | grep -v \"no test files\"",
  "make 2>&1 | tail -20", "docker ps -a | grep Exited", "docker images --format '{{.Repository}}:{{.Tag}}' | head", "docker logs app 2>&1 | grep ERROR | tail",
  "kubectl get pods -A | grep -v Running", "kubectl logs deploy/web --since=1h | grep -i error", "jq -r '.[] | select(.a == \"x\") | .b' a.json | sort",
  "jq '.dependencies | keys[]' package.json | wc -l", "aws s3 ls s3://bucket/ --recursive | sort -k3 -n | tail", "tar tzf a.tgz | head", "unzip -l a.zip | tail -1",
  "echo -e 'b\\na' | sort", "echo \"a b\" | tr ' ' '\\n'", "printf '%s\\n' c a b | sort | head -1", "seq 10 | paste -sd+ | bc", "date +%s | md5sum",
  "awk -F, '{print $2}' a.csv | sort | uniq", "head -1 a.csv | tr , '\\n' | nl", "lsof -i :3000 | awk 'NR>1 {print $2}'", "journalctl -u app -n 50 --no-pager | grep -i fail",
  "diff -u a b | head -50", "xxd a.bin | head -3", "strings a.bin | grep -i key", "gh run list --limit 5 | cat", "gh pr view 12 --json title -q .title | cat",
  "curl -s localhost:3000/health | jq .status", "node -p 'process.version' | cut -c2-", "python3 -m pip list | grep -i torch", "column -t -s, a.csv | less -S"
] // prettier-ignore

const loops = [
  "for f in *.ts; do echo \"$f\"; wc -l \"$f\"; done", "for f in src/*.py; do python -m py_compile \"$f\" || echo \"bad: $f\"; done",
  "for i in 1 2 3; do echo $i; sleep 1; done", "for i in {1..10}; do echo -n \"$i \"; done; echo", "for i in $(seq 1 5); do echo $i; done",
  "for d in packages/*/; do (cd \"$d\" && npm test); done", "for ((i = 0; i < 3; i++)); do echo $i; done", "for pid in $(pgrep node); do echo \"$pid\"; done",
  "for f in a b c; do\n  echo \"=== $f ===\"\n  cat \"$f.txt\" 2>/dev/null || echo \"none\"\ndone", "for f in $(git ls-files '*.md'); do head -1 \"$f\"; done",
  "for p in 3000 3001; do nc -z localhost $p && echo \"$p open\"; done", "for t in unit e2e; do npm run \"test:$t\" || break; done",
  "for x in a \"b c\" d; do printf '%s\\n' \"$x\"; done", "for v in 20 22 24; do nvm exec $v npm test; done", "for f in *.jpg; do convert \"$f\" \"${f%.jpg}.png\"; done",
  "for f in **/*.json; do jq empty \"$f\" || echo \"invalid: $f\"; done", "for host in a b; do ssh $host uptime; done", "for b in main dev; do git log -1 --format=%h \"$b\"; done",
  "while read -r line; do echo \"> $line\"; done < a.txt", "while IFS=, read -r a b c; do echo \"$b\"; done < <(tail -n +2 a.csv)",
  "while ! nc -z localhost 5432; do sleep 1; done", "while true; do date; sleep 5; done", "ls | head -3 | while read f; do echo \"$f\"; done",
  "until nc -z localhost 5432; do sleep 1; done", "i=0; while [ $i -lt 3 ]; do echo $i; i=$((i + 1)); done", "while [[ $# -gt 0 ]]; do shift; done",
  "find . -name '*.log' | while read -r f; do wc -l \"$f\"; done", "x=$(ls | head -1); echo \"${x:-none}\"", "FILES=$(ls *.ts); echo \"$FILES\"",
  "VERSION=$(node -p \"require('./package.json').version\"); echo \"v$VERSION\"", "BRANCH=$(git branch --show-current) && echo \"On $BRANCH\"",
  "A=1; B=$((A + 1)); echo $B", "echo \"Total: $(find . -name '*.ts' | wc -l) files\"", "echo \"$(date): $(whoami)@$(hostname)\"", "echo $((2 ** 10))",
  "cd \"$(git rev-parse --show-toplevel)\" && ls", "test \"$(git status --porcelain)\" = \"\" && echo clean", "diff <(sort a.txt) <(sort b.txt)",
  "comm -12 <(sort a) <(sort b)", "diff <(jq -S . a.json) <(jq -S . b.json) && echo same", "comm -23 <(git ls-files | sort) <(find . -type f | sed 's|^\\./||' | sort)",
  "kill $(lsof -t -i:3000)", "echo \"exit: $?, user: $USER\"", "printf '%s' \"$(<a.txt)\"", "ROOT=$(pwd); cd /tmp; ls \"$ROOT\"", "N=$(grep -c . a.txt); [ \"$N\" -gt 3 ] && echo many",
  "arr=(a b c); for i in \"${arr[@]}\"; do echo \"$i\"; done", "echo \"${#arr[@]} items, first ${arr[0]}\"", "f() { echo \"$1\"; }; f a", "function greet { echo \"hi $1\"; }\ngreet bob",
  "if [ -f package.json ]; then npm test; fi", "if ! grep -q foo a.txt; then echo \"missing\"; fi", "if [[ \"$OSTYPE\" == darwin* ]]; then echo mac; else echo other; fi",
  "if [ \"$(uname)\" = \"Linux\" ] && [ -d /proc ]; then cat /proc/meminfo | head -3; fi", "[[ \"$x\" =~ ^v([0-9]+)$ ]] && echo \"${BASH_REMATCH[1]}\"",
  "case \"$1\" in start) echo s;; stop|halt) echo t;; *) echo \"usage\";; esac", "case $(uname) in\n  Linux*) echo linux ;;\n  Darwin*) echo mac ;;\nesac",
  "IFS=$'\\n'; for x in $(ls); do echo \"$x\"; done", "for f in $(find . -name '*.sh'); do bash -n \"$f\" && echo \"ok $f\"; done", "seq 3 | xargs -I{} basename {}",
  "time for i in 1 2 3; do true; done", "{ echo a; echo b; } > out.txt", "(cd packages/core && npx tsc -p . --noEmit) && echo ok", "`which node` --version || true",
  "sum=0; for n in 1 2 3; do ((sum += n)); done; echo $sum", "set -- a b; for x do echo \"$x\"; done", "count=$(wc -l < a.txt); echo \"$count lines\""
] // prettier-ignore

const variables = [
  "echo \"$HOME\"", "echo $PATH", "cd \"$PROJECT\"", "ls \"$HOME/My Files\"", "cat \"$FILE\"", "cat $FILE | head", "mkdir -p \"$OUT/logs\"", "cp \"$A\" \"$B\"", "mv \"$f\" \"${f%.txt}.md\"",
  "node \"$SCRIPT\" --port $PORT", "python3 \"$DIR/run.py\" $ARGS", "pytest \"$TEST\"", "npm run test -- \"$TEST\"", "npx vitest run \"$FILE\" -t \"$NAME\"",
  "docker run -e KEY=\"$KEY\" -v \"$PWD\":/app app", "docker build -t \"app:$TAG\" .", "docker exec \"$ID\" ls", "kubectl get pods -n \"$NS\"", "kubectl logs \"$POD\" --tail=100",
  "git checkout \"$BRANCH\"", "git diff \"$BASE\"...HEAD", "git log --since=\"$SINCE\"", "git show \"$SHA:src/a.ts\"", "git -C \"$REPO\" status", "git fetch origin \"$BRANCH\"",
  "gh pr view \"$PR\"", "grep -rn \"$WORD\" src", "grep -c \"$X\" a.txt", "rg \"$PATTERN\" -g '*.ts'", "sed -i \"s/$OLD/$NEW/g\" a.txt", "sed -n \"${FROM},${TO}p\" a.txt",
  "awk -v n=\"$N\" '$1 > n' x.tsv", "jq --arg v \"$V\" '.version = $v' package.json", "find \"$DIR\" -name '*.ts'", "find \"$DIR\" -maxdepth 2 -type d", "tar -xzf \"$T\" -C \"$DIR\"",
  "psql \"$DATABASE_URL\" -c 'select 1'", "mysql -u root -p\"$PW\" -e 'show tables'", "redis-cli -u \"$REDIS_URL\" ping", "ssh \"$USER@$HOST\" uptime", "scp a.txt \"$HOST\":/tmp/",
  "aws s3 cp \"$F\" \"s3://$BUCKET/\"", "export PATH=\"$HOME/.local/bin:$PATH\"", "export NODE_PATH=$(pwd)/lib", "test -f \"$F\" && echo yes", "[ -d \"$D\" ] || mkdir \"$D\"",
  "[[ -n \"$CI\" ]] && echo ci", "printf '%s\\n' \"$A\" \"$B\"", "echo \"${file%.*} ${file##*/} ${x/a/b} ${x^^}\"", "mkdir -p \"${OUT:-dist}\" && cp a \"${OUT:-dist}/\"", "touch \"$T/.done\"",
  "chmod +x \"$F\"", "ln -s \"$A\" \"$B\"", "basename \"$PWD\"", "dirname \"$F\"", "head -n \"$N\" a.txt", "tail -f \"$LOG\"", "wc -l \"$F\"", "du -sh \"$D\"", "echo \"Build $BUILD_ID done\"",
  "NODE_ENV=$E node a.js", "make -j\"$(nproc)\"", "cargo run -- \"$INPUT\"", "go test -run \"$T\" ./...", "timeout -k 5 60 npm test -- $T", "$HOME/.bun/bin/bun test",
  "\"$HOME/.local/bin/uv\" run pytest", "\"$VENV\"/bin/python -V", "diff \"$A\" \"$B\"", "stat -c %s \"$F\"", "openssl dgst -sha256 \"$F\"", "kill \"$PID\"", "wait $PID"
] // prettier-ignore

const packageScripts = [
  "npm test", "npm run build", "npm run lint -- --fix", "npm ci", "npm install", "npm install --save-dev typescript@5 @types/node", "npm run dev &", "npm start", "npm run typecheck",
  "npm run test:unit", "npm run test:e2e -- --headed", "npm test -- --coverage", "npm run format && npm run lint", "npm outdated || true", "npm audit --omit=dev", "npm view left-pad version",
  "npm pack --dry-run", "npm version patch -m \"release %s\"", "npm run clean && npm run build", "npm exec -- tsc -v", "npm config get registry", "npm run rm:cache", "npm uninstall lodash",
  "cd web && npm run dev", "(cd packages/a && npm test)", "NODE_ENV=production npm run build", "CI=1 npm test 2>&1", "timeout 60 npm test", "nohup npm run dev >/tmp/dev.log 2>&1 &", "time npm run build",
  "pnpm install --frozen-lockfile", "pnpm -r build", "pnpm --filter @x/core test", "pnpm dlx degit a/b", "yarn install", "yarn workspace web build", "yarn test --watch=false", "bun install", "bun test",
  "bun run index.ts", "npx tsc --noEmit", "npx vitest run src/a.test.ts -t \"reads a row\"", "npx prettier --check .", "npx eslint \"src/**/*.{ts,tsx}\"", "npx -y @biomejs/biome check .", "npx rimraf dist",
  "npx playwright install --with-deps chromium", "deno task test", "make test VERBOSE=1", "just build", "uv run pytest -q", "poetry run python -m app", "cargo build --release", "turbo run build --filter=web..."
] // prettier-ignore

const files = [
  "cat > src/a.ts <<'EOF'\nexport const a = (x: number) => {\n  if (x < 3) return \"it's\"\n  return `${x} of $(y)`\n}\nEOF", "cat <<EOF > .env\nPORT=3000\nHOST=$HOST\nNOW=$(date +%s)\nEOF",
  "cat > a.sh <<'EOF'\n#!/bin/bash\nset -euo pipefail\necho \"hello $1\"\nEOF\nchmod +x a.sh && ./a.sh world", "cat >> README.md << 'EOF'\n\n## Usage\n\nRun `npm test` (it's quick).\nEOF",
  "cat <<'EOF' | python3\nprint(\"a\")\nEOF", "cat <<-EOF\n\tindented\n\tEOF", "sudo tee /etc/nginx/conf.d/a.conf > /dev/null <<'EOF'\nserver { listen 80; location / { proxy_pass http://127.0.0.1:3000; } }\nEOF",
  "cat > Dockerfile <<EOF\nFROM node:24\nRUN npm ci && npm run build\nCMD [\"node\", \"a.js\"]\nEOF", "mkdir -p src && cat > src/x.py <<'PY' && python src/x.py\nimport os\nprint(os.getcwd())\nPY",
  "python3 - <<'EOF'\nimport re\ntext = open(\"a.py\").read()\nprint(re.findall(r\"def (\\w+)\\(\", text))\nEOF", "node <<'EOF'\nconst a = [1, 2, 3]\nconsole.log(a.map((x) => x * 2).join(\"\\n\"))\nEOF",
  "python3 -c \"\nimport json\nwith open('a.json') as f:\n    d = json.load(f)\nprint(len(d['items']), \\\"it's\\\")\n\"", "node -e \"console.log(require('./package.json').version)\"",
  "node -e 'const fs = require(\"fs\"); console.log(fs.readdirSync(\".\").length)'", "node --input-type=module -e \"import { x } from './a.js'; console.log(x())\"", "psql -h localhost -d db <<'SQL'\nselect * from t where a = 'x';\nSQL",
  "sqlite3 a.db \"select count(*) from t;\"", "sqlite3 a.db <<'EOF'\n.tables\nselect 'it''s';\nEOF", "tee -a log.txt <<< \"done\"", "bc <<< \"scale=2; 10/3\"", "base64 -d <<< \"aGk=\"", "rev <<< abc", "ls", "ls -la", "ls -la src/ tests/ 2>/dev/null",
  "cat package.json", "cat -A a.txt", "head -50 src/main.rs", "tail -n 100 app.log", "sed -n '10,40p' src/a.ts", "sed -i 's/foo/bar/g' src/*.ts", "sed -i '' -e 's/a/b/' a.txt", "sed -E 's/([0-9]+)\\.([0-9]+)/\\2.\\1/' a.txt", "sed '/^#/d;/^$/d' a.conf",
  "awk '{sum += $3} END {print sum / NR}' data.txt", "awk -F: '$3 >= 1000 {print $1}' /etc/passwd", "awk 'NR==FNR{a[$1];next} !($1 in a)' a b", "awk '/form/ {print}' a", "grep -rn \"TODO\" src --include='*.ts'", "grep -oP '(?<=version\": \")[^\"]+' package.json",
  "grep -n \"it's\" a.txt", "rg -n \"useState<\" -g '*.tsx'", "rg \"fn (\\w+)\\(\" -o -r '$1' src", "find . -type f -size +1M -exec ls -lh {} \\;", "find src -name \"*.test.ts\" -exec grep -l \"describe(\" {} +", "find . \\( -name a -o -name b \\) -prune -o -print",
  "find . -newer a.txt -type f", "find . -name '*.tmp' -delete", "tree -L 2 -I node_modules", "wc -l src/**/*.ts", "cut -d, -f1,3 a.csv", "tr -d '\\r' < a > b", "diff -u a.txt b.txt", "jq '.a[0].b' a.json", "yq '.services.web.image' compose.yml", "mkdir -p a/b/c && touch a/b/c/d.txt",
  "cp -r src dst", "cp a.txt{,.bak}", "mv a.txt b.txt", "ln -s ../a b", "chmod 644 a.txt", "chown -R user:user .", "touch .gitkeep", "rmdir empty", "tar -xzf a.tgz -C /tmp", "zip -r out.zip dist", "file a.bin", "stat a.txt", "readlink -f a", "ls a\\ b", "cat 'a b.txt'", "cat < a.txt > b.txt",
  "jq --arg v 1 '.version = $v' package.json > tmp.json && mv tmp.json package.json", "echo \"a b\" > a.txt", "printf '%s\\n' \"a\" \"b\" > list.txt", "sha256sum dist/* > SUMS", "split -l 1000 big.csv part_"
] // prettier-ignore

const gits = [
  "git status", "git diff", "git diff --cached --name-only", "git log --oneline -10", "git add -A", "git stash && git stash pop", "git checkout -b feature/x", "git switch main", "git rebase -i HEAD~3", "git pull --rebase", "git fetch --all --prune", "git merge --no-ff topic",
  "git reset --soft HEAD~1", "git restore --staged .", "git cherry-pick abc123", "git blame -L 10,20 src/a.ts", "git rev-parse --abbrev-ref HEAD", "git config user.name \"Bot\"", "git worktree add ../wt main", "git tag -a v1 -m \"v1\"", "git remote -v", "git clone https://example.com/a.git", "git fetch 'ext::ssh -i key git@example.com %S a.git'", "git commit -m 'docs: ext::rm is a transport'",
  "git show HEAD --stat", "git show @{upstream}", "git commit -m 'fix: a'", "git commit -am \"wip\"", "git bisect start", "git grep -n foo -- '*.ts'", "git log -S'rm(' --oneline", "git commit -am 'rm dead code; add tests'", "git rm --cached big.bin", "git remote rm old", "git clean -nd",
  "git push", "git push -u origin HEAD", "git push --force-with-lease origin topic", "git add . && git commit -m 'x' && git push", "git submodule update --init", "git reflog -5", "git describe --tags", "git archive HEAD -o a.tar", "git diff HEAD~1 -- src | cat", "gh pr list", "gh pr checkout 12",
  "gh issue list --state open --label bug", "gh run view 123 --log-failed", "gh api repos/o/r/pulls/1/comments --jq '.[] | {path, body}'", "gh pr comment 5 --body \"rm this?\"", "gh pr merge 5 --squash --delete-branch"
] // prettier-ignore

const programs = [
  "pytest", "pytest -xvs tests/test_a.py::TestA::test_b", "pytest -k \"not slow\" --tb=short -q", "pytest \"tests/test_a.py::test_x[param-1]\"", "python -m pytest tests/ -q", "python manage.py migrate --check", "python -m venv .venv && source .venv/bin/activate && pip install -r requirements.txt",
  "source .venv/bin/activate && pytest -q", ". venv/bin/activate; python app.py", "pip install -e '.[dev]'", "ruff check . --fix", "mypy --strict src", "black --check .", "cargo test -- --nocapture", "cargo clippy --all-targets -- -D warnings", "RUST_BACKTRACE=1 cargo test parse 2>&1", "go build ./...",
  "go test -run 'TestA|TestB' -count=1 ./pkg/...", "GOOS=linux GOARCH=amd64 go build -o bin/app ./cmd/app", "make -j4", "cmake -S . -B build && cmake --build build", "mvn -q test -Dtest=FooTest", "./gradlew test --info", "dotnet test --filter \"Name~Foo\"", "bundle exec rspec spec/a_spec.rb:12", "mix test",
  "gcc -Wall -o a a.c && ./a", "g++ -O2 a.cpp -o a && ./a < in.txt", "java -jar app.jar --server.port=8081", "node --test test/*.test.js", "node scripts/gen.mjs --out dist > gen.log 2>&1", "node a.js", "python3 -m http.server 8000 >/dev/null 2>&1 &", "ruby -e 'puts 1 + 1'", "perl -pi -e 's/foo/bar/g' a.txt",
  "docker ps -a", "docker build -t app:dev .", "docker run --rm -it node:24 npm test", "docker compose up -d --build", "docker compose logs -f --tail=100 web", "docker rm -f app", "docker compose rm -sf web", "docker exec -it web python manage.py shell -c \"print(1)\"", "docker exec db psql -U postgres -c 'select count(*) from users;'",
  "docker inspect -f '{{.State.Health.Status}}' web", "docker volume rm data", "kubectl get pods -n prod -o wide", "kubectl apply -f k8s/", "kubectl exec -it pod/web -- env", "helm upgrade --install app ./chart -f values.yaml", "terraform plan -out=tf.plan", "ps aux", "kill -9 1234", "pkill -f \"node server\" || true", "lsof -i :3000",
  "which node python3 rm", "type -a python", "command -v docker >/dev/null 2>&1 || echo \"no docker\"", "sudo apt-get update && sudo apt-get install -y jq", "sudo systemctl restart nginx", "sudo -u postgres psql -c \"select 1\"", "env NODE_ENV=test npm test", "env -u FOO npm test", "nice -n 10 make", "bash -c \"ls -la && pwd\"",
  "bash scripts/setup.sh", "bash -n a.sh && echo ok", "bash -lc 'nvm use 20 && npm test'", "sh ./install.sh --yes", "./scripts/test.sh --fast", "./node_modules/.bin/tsc --noEmit", "~/.cargo/bin/cargo build", "/usr/bin/python3 -V", "ssh user@host \"cd /app && docker compose ps\"", "timeout 5 bash -c 'until nc -z localhost 3000; do sleep 0.1; done'",
  "set -euo pipefail; npm run build; npm test", "set -a; source .env; set +a; node a.js", "trap 'kill $PID' EXIT; node a.js & PID=$!; sleep 1", "exec node server.js", "exec > log.txt 2>&1", "ls nonexistent 2>/dev/null || echo none", "npm test > out.log 2>&1; echo \"exit $?\"", "npm test &> out.log || tail -50 out.log", "watch -n 5 df -h", "strace -f -e trace=openat ./a 2>&1",
  "curl -s http://localhost:3000/health", "curl -sS -X POST http://localhost:3000/api -H 'Content-Type: application/json' -d '{\"a\": 1, \"b\": \"it is\"}'", "curl -fsSL -o a.tgz https://example.com/a.tgz", "curl -s \"http://localhost:3000/api?a=1&b=$B\" | python3 -m json.tool", "cat urls.txt | xargs -P 4 -n 1 curl -s", "sleep 0.1 && curl -s localhost:8080", "wget -q https://example.com/a.zip"
] // prettier-ignore

const mentions = [
  "echo 'rm -rf /' >> notes.txt", "echo \"don't rm it\"", "grep -rn 'rm -rf' scripts/", "grep -E \"^(rm|mv) \" a.sh", "python3 -c \"import shutil; shutil.rmtree('x')\"", "node -e \"require('fs').rmSync('x', {recursive: true})\"", "# rm is not run here", "ls # rm later", "echo \"use git push --force-with-lease\"",
  "grep -rn 'npm publish' .github", "echo 'curl | sh is bad'", "rg 'git push' docs", "man rm", "which curl", "echo \"- [ ] npm publish\" >> TODO.md", "cat <<'EOF' > notes.md\nThen git push, and npm publish.\nEOF", "rm -rf dist", "rm -f a.txt && ls", "cd /tmp && rm -rf work", "rm -rf node_modules package-lock.json && npm install", "find . -name '*.pyc' -exec rm {} +",
  "npm publish --access public", "npm run build && npm publish --dry-run", "# just a comment", "# it's a comment", "npm test # don't stop", "echo \"a\" # \"b\"", "ls -la && \\\n  cat package.json && \\\n  npm test", "docker run --rm \\\n  -e A=1 \\\n  alpine:3 echo hi", "# Check the state first\ngit status\n# then look\ngit log -1", "cd frontend\nnpm ci\nnpm run build"
] // prettier-ignore

export const ordinaryCommands: Readonly<Record<string, ReadonlyArray<string>>> = {
  commits,
  pipes,
  loops,
  variables,
  packageScripts,
  files,
  gits,
  programs,
  mentions
}

export const allOrdinary: ReadonlyArray<string> = Object.values(ordinaryCommands).flat()

/** The commands that run a program, by the rule on it: bash ran these and no others, in an empty folder. */
export const ordinaryRuns: Readonly<Record<string, ReadonlyArray<string>>> = {
  "rm *": [
    "rm -rf dist",
    "rm -f a.txt && ls",
    "cd /tmp && rm -rf work",
    "rm -rf node_modules package-lock.json && npm install"
  ],
  "git push *": [
    "git push",
    "git push -u origin HEAD",
    "git push --force-with-lease origin topic",
    "git add . && git commit -m 'x' && git push"
  ],
  "npm publish *": ["npm publish --access public", "npm run build && npm publish --dry-run"],
  "curl *": [
    "curl -s localhost:3000/health | jq .status",
    "curl -s http://localhost:3000/health",
    'curl -sS -X POST http://localhost:3000/api -H \'Content-Type: application/json\' -d \'{"a": 1, "b": "it is"}\'',
    "curl -fsSL -o a.tgz https://example.com/a.tgz",
    'curl -s "http://localhost:3000/api?a=1&b=$B" | python3 -m json.tool',
    "cat urls.txt | xargs -P 4 -n 1 curl -s",
    "sleep 0.1 && curl -s localhost:8080"
  ]
}
