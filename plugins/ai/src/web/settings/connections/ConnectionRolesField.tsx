import { roleAccess, rolesContract } from "@countersign/core/contract"
import { useCall, useCan, useLookalikes } from "@countersign/core/web"
import { Field, MultiSelect, type Option, TagInput } from "@countersign/ui"
import type { ConnectionForm } from "./use-connection-form.ts"

export function ConnectionRolesField({ form }: { form: ConnectionForm }) {
  const { values, change } = form
  const roles = useRoles()
  const hint =
    values.roles.length > 0
      ? "Only people and applications with one of these roles, and administrators."
      : "Left empty, everyone who may use the assistant."
  return (
    <Field label="Roles" optional path="roles" hint={hint}>
      {roles ? (
        <MultiSelect
          label="Roles"
          options={roles}
          placeholder="Everyone"
          value={values.roles.map((id) => roles.find((role) => role.id === id) ?? { id, label: id })}
          onChange={(options) => change({ roles: options.map(({ id }) => id) })}
        />
      ) : (
        <TagInput value={values.roles} onChange={(ids) => change({ roles: ids })} placeholder="operator" />
      )}
    </Field>
  )
}

/** Null for those who may not list them: they write the ids. Nobody is given "anonymous". */
export function useRoles(): readonly Option[] | null {
  const mayRead = useCan()(roleAccess.read)
  const { data } = useCall(rolesContract.listRoles, { limit: 200 }, { enabled: mayRead })
  const roles = data?.items.filter((role) => role.id !== "anonymous") ?? []
  const lookalikes = useLookalikes("platform.role", roles)
  if (!mayRead) return null
  return roles.map(({ id, name, description }) => ({
    id,
    label: name,
    hint: description,
    lookalike: lookalikes.has(id),
  }))
}
