/** The module of the host that mounts hooks by bundles: its texts, its events, and the host's settings that name bundles. */
export { bundleText, modulePackage } from "./amplifier/bundleText.ts"
export { moduleEvents } from "./amplifier/moduleEvents.ts"
export { moduleText } from "./amplifier/moduleText.ts"
export * as SettingsText from "./amplifier/settingsText.ts"
