/** The text of the plugin, generated from the modules of its folder by `npm run generate`. */
export const pluginText = `// packages/dialects/src/opencode/plugin/Settings.ts
var isFields = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
var fieldsOf = (value) => isFields(value) ? value : {};
var textOf = (value) => typeof value === "string" && value !== "" ? value : void 0;
var wordsOf = (error) => error instanceof Error ? error.message : String(error);
// packages/dialects/src/opencode/plugin/call.ts
var drainMillis = 5e3;
var wordsFor = ({ command, policy }, event) => {
	const words = [
		...command.slice(1),
		"dispatch",
		"--host",
		"opencode",
		"--event",
		event
	];
	return policy === "open" ? words : [
		...words,
		"--on-failure",
		policy
	];
};
var call = async (settings, event, payload, cwd) => {
	const { limits } = settings;
	const millis = limits[event] ?? 6e4;
	let timer;
	try {
		const { spawn } = await import("node:child_process");
		const child = spawn(settings.command[0], wordsFor(settings, event), {
			cwd,
			stdio: [
				"pipe",
				"pipe",
				"pipe"
			]
		});
		const stdout = [];
		const stderr = [];
		const ended = (exit) => ({
			exit,
			stdout: new TextDecoder().decode(Buffer.concat(stdout)),
			stderr: new TextDecoder().decode(Buffer.concat(stderr))
		});
		return await new Promise((resolve) => {
			timer = setTimeout(() => {
				child.kill("SIGTERM");
				setTimeout(() => child.kill("SIGKILL"), 2e3);
				resolve({
					exit: \`no answer within \${Math.round(millis / 1e3)} s\`,
					stdout: "",
					stderr: ""
				});
			}, millis);
			child.on("error", (error) => resolve({
				exit: wordsOf(error),
				stdout: "",
				stderr: ""
			}));
			let closed;
			child.stdout.on("data", (chunk) => {
				stdout.push(chunk);
				if (closed !== void 0) resolve(ended(closed));
			});
			child.stderr.on("data", (chunk) => stderr.push(chunk));
			child.on("exit", (code, signal) => {
				const exit = code ?? \`it was ended by \${signal}\`;
				setTimeout(() => resolve(ended(exit)), drainMillis);
			});
			child.on("close", (code, signal) => {
				closed = code ?? \`it was ended by \${signal}\`;
				setTimeout(() => resolve(ended(closed ?? "")), closed !== 0 || stdout.length > 0 ? 0 : 500);
			});
			child.stdin.on("error", () => void 0);
			child.stdin.end(JSON.stringify(payload));
		});
	} catch (error) {
		return {
			exit: wordsOf(error),
			stdout: "",
			stderr: ""
		};
	} finally {
		clearTimeout(timer);
	}
};
// packages/dialects/src/opencode/plugin/Client.ts
var mostMillis = 3e3;
var ask = async (client, path, options) => {
	let timer;
	try {
		const owner = path.slice(0, -1).reduce((value, name) => fieldsOf(value)[name], client);
		const method = owner?.[path.at(-1) ?? ""];
		if (typeof method !== "function") return void 0;
		const asked = Promise.resolve(method.call(owner, options));
		const late = new Promise((resolve) => {
			timer = setTimeout(() => resolve(void 0), mostMillis);
		});
		return fieldsOf(await Promise.race([asked, late]))["data"];
	} catch {
		return;
	} finally {
		clearTimeout(timer);
	}
};
var servers = async (client) => Object.keys(fieldsOf(await ask(client, ["mcp", "status"], {})));
var parentOf = async (client, id) => textOf(fieldsOf(await ask(client, ["session", "get"], { path: { id } }))["parentID"]);
var prompt = (client, id, text, fields) => ask(client, ["session", "promptAsync"], {
	path: { id },
	body: {
		...fields,
		parts: [{
			type: "text",
			text
		}]
	}
});
var abort = (client, id) => ask(client, ["session", "abort"], { path: { id } });
var permit = (client, id, permissionID, response) => ask(client, ["postSessionIdPermissionsPermissionId"], {
	path: {
		id,
		permissionID
	},
	body: { response }
});
var show = (client, message) => {
	ask(client, ["tui", "showToast"], { body: {
		message,
		variant: "warning"
	} });
	if (!(process.stderr.isTTY && !process.argv.includes("run") && !process.argv.includes("serve"))) process.stderr.write(\`hookline: \${message}\\n\`);
};
// packages/dialects/src/opencode/plugin/effects.ts
var set = (object, key, value) => {
	Object.defineProperty(object, key, {
		value,
		configurable: true,
		enumerable: true,
		writable: true
	});
};
var beforeTool = (args, { input, stop, deny = stop }) => {
	if (deny !== void 0) throw new Error(deny);
	if (input === void 0) return;
	if (!isFields(args)) throw new Error("A hook changed the input, which is no object.");
	for (const key of Object.keys(args)) if (!Object.hasOwn(input, key)) Reflect.deleteProperty(args, key);
	for (const [key, value] of Object.entries(input)) set(args, key, value);
};
var asText = (value) => {
	if (typeof value === "string") return value;
	const { output } = fieldsOf(value);
	return typeof output === "string" ? output : JSON.stringify(value) ?? "";
};
var asContent = (value) => {
	const { content } = fieldsOf(value);
	return Array.isArray(content) ? content : [{
		type: "text",
		text: asText(value)
	}];
};
var afterTool = (output, reply) => {
	const { context } = reply;
	const { content, output: text } = fieldsOf(output);
	if (Array.isArray(content)) {
		const parts = "result" in reply ? asContent(reply.result) : content;
		set(output, "content", context === void 0 ? parts : [...parts, {
			type: "text",
			text: context
		}]);
		return;
	}
	const result = "result" in reply ? asText(reply.result) : typeof text === "string" ? text : "";
	if ("result" in reply || context !== void 0) set(output, "output", context === void 0 ? result : \`\${result}\\n\\n\${context}\`);
};
var onPrompt = (output, { context, stop, deny = stop }) => {
	if (deny !== void 0) throw new Error(deny);
	if (context === void 0) return;
	const { message, parts } = fieldsOf(output);
	if (!Array.isArray(parts)) throw new Error("A hook's context has no place in this prompt.");
	const list = parts;
	const { id: messageID, sessionID } = fieldsOf(message);
	const last = fieldsOf(list.findLast((part) => typeof fieldsOf(part)["id"] === "string"));
	const next = \`\${(typeof last["id"] === "string" ? last["id"] : \`prt_\${String(messageID).slice(4)}\`).slice(0, -4)}zz\${String(list.length).padStart(2, "0")}\`;
	list.push({
		sessionID,
		messageID,
		id: next,
		type: "text",
		text: context,
		synthetic: true
	});
};
// packages/dialects/src/opencode/plugin/reply.ts
var deniable = new Set([
	"PreToolUse",
	"PermissionRequest",
	"UserPromptSubmit"
]);
var failed = (policy, event, why) => policy !== "open" && deniable.has(event) ? {
	isFailure: true,
	deny: \`Hookline could not be run (\${why}), and its failure policy denies: see hookline doctor.\`
} : {
	isFailure: true,
	message: \`Hookline could not be run (\${why}), so that no hook runs: see hookline doctor.\`
};
var types = {
	deny: (value) => typeof value === "string",
	allow: (value) => value === true,
	input: isFields,
	result: () => true,
	stop: (value) => typeof value === "string",
	context: (value) => typeof value === "string",
	message: (value) => typeof value === "string"
};
var isReply = (value) => isFields(value) && Object.entries(value).every(([key, field]) => Object.hasOwn(types, key) && types[key]?.(field));
var parsed = (text) => {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
};
var replyOf = ({ exit, stderr, stdout }, event, policy) => {
	if (exit === 0) {
		const reply = parsed(stdout);
		return isReply(reply) ? reply : failed(policy, event, "its answer could not be read");
	}
	if (exit === 2 && deniable.has(event)) return { deny: stderr.trim() || "A hook denied this without a reason." };
	return failed(policy, event, [typeof exit === "string" ? exit : \`it ended with \${exit}\`, ...stderr.trim().split("\\n").slice(0, 1)].filter((text) => text !== "").join(": "));
};
// packages/dialects/src/opencode/plugin/Sessions.ts
var make$2 = (client) => {
	const sessions = new Map();
	const asked = new Map();
	const known = (id) => {
		const session = sessions.get(id) ?? { id };
		sessions.set(id, session);
		return session;
	};
	const of = async (id) => {
		const session = known(id);
		if (session.parent !== void 0 || session.isNew === true) return session;
		const asking = asked.get(id) ?? parentOf(client, id);
		asked.set(id, asking);
		const parent = textOf(await asking);
		if (parent !== void 0) session.parent = parent;
		return session;
	};
	const topOf = async (session, depth = 0) => session.parent === void 0 || depth > 20 ? session : topOf(await of(session.parent), depth + 1);
	return {
		of,
		known,
		topOf,
		started: () => [...sessions.values()].filter(({ isStarted }) => isStarted === true)
	};
};
// packages/dialects/src/opencode/plugin/tools.ts
var own = new Set(["apply_patch"]);
var inNames = (server) => server.replaceAll(/[^a-zA-Z0-9_-]/g, "_");
var make$1 = (client) => {
	const names = new Set();
	const find = (tool) => [...names].toSorted((one, other) => other.length - one.length).find((server) => tool.startsWith(\`\${inNames(server)}_\`));
	return {
		add: (more) => {
			for (const name of more) names.add(name);
		},
		contextOf: async (tool) => {
			if (!tool.includes("_") || own.has(tool)) return {};
			if (find(tool) === void 0) for (const name of await servers(client)) names.add(name);
			const server = find(tool);
			return server === void 0 ? {} : { mcp_context: {
				server_name: server,
				tool_name: tool.slice(inNames(server).length + 1)
			} };
		}
	};
};
// packages/dialects/src/opencode/plugin/plugin.ts
var text = (value) => textOf(value) ?? "";
var promptOf = (parts) => (Array.isArray(parts) ? parts.map(fieldsOf) : []).filter((part) => part["type"] === "text" && part["synthetic"] !== true).map((part) => text(part["text"])).join("\\n");
var make = (settings, input) => {
	const { client } = input;
	const { policy } = settings;
	const cwd = textOf(input["directory"]) ?? process.cwd();
	const sessions = make$2(client);
	const servers = make$1(client);
	const calls = new Map();
	const ended = new Set();
	const shown = new Set();
	const pending = new Set();
	let isOver = false;
	const showOnce = (message) => {
		if (shown.has(message)) return;
		shown.add(message);
		show(client, message);
	};
	const ask = async (event, fields) => {
		let reply;
		try {
			reply = replyOf(await call(settings, event, {
				hook_event_name: event,
				cwd,
				...await fields()
			}, cwd), event, policy);
		} catch (error) {
			reply = failed(policy, event, wordsOf(error));
		}
		if (reply.message !== void 0) {
			if (reply.isFailure === true) showOnce(reply.message);
			else show(client, reply.message);
		}
		return reply;
	};
	const stopFor = async (sessionID, { stop }) => {
		if (stop === void 0) return;
		show(client, stop);
		await abort(client, text(sessionID));
	};
	const sessionFields = async (id) => {
		const session = await sessions.of(text(id));
		const top = await sessions.topOf(session);
		if (top === session) return { session_id: session.id };
		return {
			session_id: top.id,
			agent_id: session.id,
			...session.agent !== void 0 && { agent_type: session.agent }
		};
	};
	const toolFields = async (tool, id, callID, args) => ({
		...await sessionFields(id),
		tool_name: tool,
		tool_input: args,
		tool_use_id: callID,
		...await servers.contextOf(tool)
	});
	const before = async (given, output) => {
		const { callID, sessionID, tool } = fieldsOf(given);
		if (tool === "invalid") return;
		const { args } = fieldsOf(output);
		const fields = () => toolFields(text(tool), sessionID, callID, args);
		const reply = await ask("PreToolUse", fields);
		await stopFor(sessionID, reply);
		try {
			beforeTool(args, reply);
		} catch (error) {
			ended.add(text(callID));
			throw error;
		}
		calls.set(text(callID), {
			tool,
			args
		});
	};
	const after = async (given, output) => {
		const { args, callID, sessionID, tool } = fieldsOf(given);
		if (tool === "invalid" || typeof output !== "object" || output === null) return;
		calls.delete(text(callID));
		const reply = await ask("PostToolUse", async () => ({
			...await toolFields(text(tool), sessionID, callID, args),
			tool_response: { ...output }
		}));
		await stopFor(sessionID, reply);
		try {
			afterTool(output, reply);
		} catch (error) {
			showOnce(\`The result of \${text(tool)} could not be changed: \${wordsOf(error)}\`);
		}
	};
	const start = async (session, output) => {
		if (session.isStarted === true) return;
		session.isStarted = true;
		const source = session.isNew === true ? "startup" : "resume";
		const reply = await ask("SessionStart", async () => ({
			session_id: session.id,
			source
		}));
		if (reply.stop !== void 0) show(client, reply.stop);
		onPrompt(output, reply);
	};
	const message = async (given, output) => {
		if (typeof output !== "object" || output === null) return;
		const { agent, sessionID } = fieldsOf(given);
		const { message: sent, parts } = fieldsOf(output);
		const session = await sessions.of(text(sessionID));
		const { agent: chosen, id, model } = fieldsOf(sent);
		if (session.parent !== void 0) {
			const name = textOf(agent) ?? textOf(chosen);
			if (name !== void 0) session.agent = name;
			return;
		}
		const prompt = promptOf(parts);
		const isSentOn = session.sentOn !== void 0 && prompt === session.sentOn;
		delete session.sentOn;
		session.userMessage = text(id);
		const { modelID, providerID } = fieldsOf(model);
		session.prompted = {
			...typeof chosen === "string" && { agent: chosen },
			...typeof modelID === "string" && typeof providerID === "string" && { model: {
				modelID,
				providerID
			} }
		};
		session.isSentOn = isSentOn;
		if (!isSentOn) {
			await start(session, output);
			const reply = await ask("UserPromptSubmit", async () => ({
				session_id: session.id,
				prompt
			}));
			const reason = reply.deny ?? reply.stop;
			if (reason !== void 0) show(client, reason);
			onPrompt(output, reply);
		}
		session.isInTurn = true;
	};
	const idle = async (id) => {
		const session = await sessions.of(id);
		if (session.parent !== void 0 || session.isInTurn !== true) return;
		session.isInTurn = false;
		const reply = await ask("Stop", async () => ({
			session_id: id,
			stop_hook_active: session.isSentOn === true,
			...session.answer !== void 0 && { last_assistant_message: session.answer }
		}));
		if (reply.deny === void 0 || isOver || session.isInTurn) return;
		session.sentOn = reply.deny;
		await prompt(client, id, reply.deny, session.prompted ?? {});
	};
	const permission = async (asked) => {
		const { id, metadata, patterns, permission: kind, sessionID, tool } = asked;
		const { callID } = fieldsOf(tool);
		const known = calls.get(text(callID));
		const reply = await ask("PermissionRequest", async () => ({
			...await toolFields(text(known?.["tool"] ?? kind), sessionID, callID, known?.["args"] ?? {
				...fieldsOf(metadata),
				patterns
			}),
			permission: kind,
			patterns
		}));
		const response = reply.deny !== void 0 ? "reject" : reply.allow === true ? "once" : void 0;
		if (response !== void 0) await permit(client, text(sessionID), text(id), response);
	};
	const part = async ({ part: updated }) => {
		const { callID, messageID, sessionID, state, text: answer, tool, type } = fieldsOf(updated);
		const session = sessions.known(text(sessionID));
		if (type === "text" && typeof answer === "string" && messageID !== session.userMessage) session.answer = answer;
		const { error, input: args, status } = fieldsOf(state);
		const id = text(callID);
		if (type !== "tool" || status !== "error" || tool === "invalid" || ended.has(id)) return;
		ended.add(id);
		calls.delete(id);
		const reply = await ask("PostToolUseFailure", async () => ({
			...await toolFields(text(tool), sessionID, callID, fieldsOf(args)),
			error: text(error)
		}));
		await stopFor(sessionID, reply);
	};
	const event = (given) => {
		const { properties, type } = fieldsOf(fieldsOf(given)["event"]);
		const fields = fieldsOf(properties);
		const { info, sessionID } = fields;
		const id = text(sessionID);
		switch (type) {
			case "session.created": {
				const { id: created, parentID } = fieldsOf(info);
				const session = sessions.known(textOf(created) ?? id);
				if (typeof parentID === "string") session.parent = parentID;
				else session.isNew = true;
				return;
			}
			case "session.error":
				sessions.known(id).isInTurn = false;
				return;
			case "session.idle": return idle(id);
			case "session.compacted": return Promise.resolve(ask("PostCompact", () => sessionFields(id))).then(() => void 0);
			case "permission.asked": return permission(fields);
			case "message.part.updated": return part(fields);
			default: return;
		}
	};
	return {
		config: async (config) => servers.add(Object.keys(fieldsOf(fieldsOf(config)["mcp"]))),
		"chat.message": message,
		"tool.execute.before": before,
		"tool.execute.after": after,
		"experimental.session.compacting": async (given) => {
			await ask("PreCompact", () => sessionFields(fieldsOf(given)["sessionID"]));
		},
		event: async (given) => {
			const running = event(given)?.catch((error) => showOnce(wordsOf(error)));
			if (running === void 0) return;
			pending.add(running);
			await running;
			pending.delete(running);
		},
		dispose: async () => {
			isOver = true;
			await Promise.all(pending);
			for (const { id } of sessions.started()) await ask("SessionEnd", async () => ({
				session_id: id,
				reason: "other"
			}));
		}
	};
};
var denying = (why) => ({ "tool.execute.before": async () => beforeTool({}, failed("closed", "PreToolUse", why)) });
var registry = Symbol.for("hookline.opencode");
var isTwice = (settings, input) => {
	const shared = globalThis;
	const all = shared[registry] ??= new WeakMap();
	const here = all.get(input) ?? [];
	const key = JSON.stringify([settings.command, settings.policy]);
	if (here.includes(key)) return true;
	all.set(input, [...here, key]);
	return false;
};
var server = async (input) => {
	try {
		const fields = fieldsOf(input);
		return isTwice(hookline, fields) ? {} : make(hookline, fields);
	} catch (error) {
		return hookline.policy === "open" ? {} : denying(wordsOf(error));
	}
};
var plugin_default = {
	id: "hookline",
	server
};
export { plugin_default as default };
`
