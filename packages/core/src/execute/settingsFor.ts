/** The settings under which a hook runs: those of the user, or for a hook that an organisation manages, those of its policy. */
import type { Catalog } from "@hookline/schema/Catalog"
import type { Hook } from "@hookline/schema/Hook"
import type { Settings } from "@hookline/schema/Settings"

/**
 * Returns the settings of an organisation's hooks. The user's own would disarm them: a wrapper that runs nothing, another
 * shell, a limit of a millisecond, a profile without the network. The model is the user's, where the policy names none.
 */
const managedIn = ({ managedSettings, settings }: Catalog, organisation: string): Settings => {
  const { failurePolicy, fastModel, trust } = settings
  const {
    allowedHttpUrls,
    defaultTimeoutMillis,
    env,
    fastModel: own,
    maxTimeoutMillis,
    profiles,
    sandbox,
    shell,
    wrap
  } = managedSettings?.[organisation] ?? {}
  const model = own ?? fastModel
  return {
    ...(failurePolicy !== undefined && { failurePolicy }),
    ...(trust !== undefined && { trust }),
    ...(model !== undefined && { fastModel: model }),
    ...(allowedHttpUrls !== undefined && { allowedHttpUrls }),
    ...(defaultTimeoutMillis !== undefined && { defaultTimeoutMillis }),
    ...(env !== undefined && { env }),
    ...(maxTimeoutMillis !== undefined && { maxTimeoutMillis }),
    ...(profiles !== undefined && { profiles }),
    ...(sandbox !== undefined && { sandbox }),
    ...(shell !== undefined && { shell }),
    ...(wrap !== undefined && { wrap })
  }
}

/** Runners cache by the reference of settings, so that those of a catalog are made once. */
const known = new WeakMap<Catalog, Map<string, Settings>>()

const managedOf = (catalog: Catalog, organisation: string): Settings => {
  const all = known.get(catalog) ?? new Map<string, Settings>()
  known.set(catalog, all)
  const settings = all.get(organisation) ?? managedIn(catalog, organisation)
  all.set(organisation, settings)
  return settings
}

/** Returns the settings under which a hook of a catalog runs. */
export const settingsFor = (catalog: Catalog, { source: { managed } }: Pick<Hook, "source">): Settings =>
  managed === undefined ? catalog.settings : managedOf(catalog, managed.organisation)
