import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import { DEFAULT_SCALES, refuse, type Scale, type ScaleEnd, type Site, variablesOf } from "../../../document.ts"
import type { Ran } from "../run/runner.ts"

type TextInput = ParsedInputOf<typeof siteContract.setTypeScale>
type SpaceInput = ParsedInputOf<typeof siteContract.setSpacingScale>
interface Data {
  groupId: string
  action: "created" | "updated"
  namingConvention: string
  generatedVars: string[]
}

export function setTypeScale(site: Site, input: TextInput): Ran<Data> {
  return setScale(site, "text", input)
}

export function setSpacingScale(site: Site, input: SpaceInput): Ran<Data> {
  return setScale(site, "space", input)
}

/** The scale of that name with what was said; one that is not there begins as the usual one. */
function setScale(site: Site, of: Scale["of"], input: TextInput | SpaceInput): Ran<Data> {
  const { scales } = site.facts.tokens
  const first = Object.keys(scales).find((name) => scales[name]!.of === of)
  const name = (input.groupId ?? input.namingConvention ?? first ?? of).replace(/^--|-\*?$/g, "")
  if (input.groupId && input.namingConvention && input.namingConvention.replace(/^--|-\*?$/g, "") !== name)
    refuse(`The scale ${name} makes variables that begin with --${name}-. Rename it with renameToken instead.`)
  const before = Object.hasOwn(scales, name) ? scales[name] : undefined
  if (before && before.of !== of) refuse(`The scale ${name} is one of ${before.of}. Choose another name.`)
  const start = before ?? DEFAULT_SCALES[of]
  const steps = input.steps ?? start.steps
  const scale: Scale = {
    of,
    steps,
    base: input.baseScaleIndex ?? Math.min(start.base, steps.length - 1),
    min: endOf(start.min, input.min),
    max: endOf(start.max, input.max),
  }
  const tokens = { ...site.facts.tokens, scales: { ...scales, [name]: scale } }
  return {
    commands: [{ type: "setTokens", set: { scales: { [name]: scale } } }],
    data: {
      groupId: name,
      action: before ? "updated" : "created",
      namingConvention: `--${name}-*`,
      generatedVars: variablesOf("scales", name, tokens),
    },
  }
}

function endOf(before: ScaleEnd, said: TextInput["min"] | SpaceInput["min"]): ScaleEnd {
  const size = said && ("fontSize" in said ? said.fontSize : "size" in said ? said.size : undefined)
  return {
    size: size ?? before.size,
    ratio: said?.scaleRatio ?? before.ratio,
    width: said?.width ?? before.width,
  }
}
