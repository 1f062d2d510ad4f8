/** The page of the playground: its fields, and what its script has to know of agents and files. */
import * as Dialects from "@hookline/dialects/Dialects"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Target from "@hookline/schema/kit/Target"
import { formats } from "../playground/engine/formats.ts"
import type { Facts } from "../playground/engine/Facts.ts"
import { escape } from "./html.ts"

const facts = (): Facts => ({
  hosts: Dialects.all.map(({ event, name, title }) => ({
    name,
    title,
    fires: event.fires ?? HookEvent.names,
    own: event.ownEvents ?? []
  })),
  events: HookEvent.names.map((name) => ({ name, hasTool: Target.isTool(name) })),
  files: formats.map(({ path, title }) => ({ path, title }))
})

const options = (all: ReadonlyArray<readonly [value: string, title: string]>): string =>
  all.map(([value, title]) => `<option value="${escape(value)}">${escape(title)}</option>`).join("")

/** Returns the page's content. */
export const playgroundPage = (): string => {
  const all = facts()
  // A script with data can't be left by its own text.
  const data = JSON.stringify(all).replaceAll("<", "\\u003c")
  return `<h1 id="playground">Playground</h1>
<p class="intro">Paste a file of hooks, choose an agent and an event. The hooks are found, matched and answered by Hookline itself,
in this page: no command runs, and nothing is sent anywhere. You choose what each hook replies. Hooks count as
<a href="docs/trust.html">trusted</a>, and the scripts that they name as present.</p>
<noscript><p>The playground needs JavaScript. The <a href="docs/index.html">guides</a> do not.</p></noscript>
<script type="application/json" id="playground-facts">${data}</script>
<div class="playground">
<section aria-labelledby="file-heading" class="panel">
<h2 id="file-heading">Hooks</h2>
<div class="fields">
<label>Begin with <select id="playground-sample"></select></label>
<label>This file is <select id="playground-path">${options(all.files.map(({ path, title }) => [path, `${path} (${title})`]))}</select></label>
</div>
<div class="editor"><div id="playground-gutter" aria-hidden="true"></div><textarea id="playground-file" aria-label="The file" spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off"></textarea></div>
<h2>Diagnostics</h2>
<ul id="playground-findings" aria-live="polite"></ul>
</section>
<section aria-labelledby="event-heading" class="panel">
<h2 id="event-heading">Event</h2>
<div class="fields">
<label>Agent <select id="playground-host">${options(all.hosts.map(({ name, title }) => [name, title]))}</select></label>
<label>Event <select id="playground-event">${options(all.events.map(({ name }) => [name, name]))}</select></label>
<label id="playground-tool-label">Tool <input id="playground-tool" value="Bash" spellcheck="false" autocapitalize="off" autocomplete="off"></label>
</div>
<label><span id="playground-input-label">Input of the tool</span> <textarea id="playground-input" rows="3" spellcheck="false" autocapitalize="off" autocomplete="off"></textarea></label>
<p id="playground-status" role="status"></p>
<h2 id="playground-title">The answer to the agent</h2>
<div id="playground-answer" aria-live="polite"></div>
<h2>Plan</h2>
<div id="playground-plan"></div>
<h2>Not run, and why</h2>
<ul id="playground-others"></ul>
<details><summary>The payload that the agent sends</summary><pre tabindex="0"><code id="playground-payload"></code></pre></details>
</section>
</div>`
}
