import { Checkbox, Combobox, DateTimeInput, Field, Select, TextInput } from "@countersign/ui"
import { DAY_WORDS, DAYS, ruleInWords } from "../../contract/kit/recurrence.ts"
import type { FormState } from "../form/use-form.ts"
import { type Repetition, type RepetitionValues, weekdayOf } from "./repetition.ts"

const UNITS = { DAILY: "days", WEEKLY: "weeks", MONTHLY: "months", YEARLY: "years" } as const
const NTH = { 1: "first", 2: "second", 3: "third", 4: "fourth", [-1]: "last" } as Record<number, string>

/** A rule of repetition in words. What is wrong with it is told at the path `rrule`. */
export function RepetitionFields({ form }: { form: FormState<RepetitionValues> }) {
  const { repeat, days, ends, rule, startsAt, timeZone } = form.values
  const weekday = startsAt ? weekdayOf(startsAt, timeZone) : null
  const repeats: { value: Repetition["repeat"]; label: string }[] = [
    { value: "never", label: "Does not repeat" },
    { value: "DAILY", label: "Every day" },
    { value: "WEEKLY", label: "Every week" },
    { value: "MONTHLY", label: "Every month" },
    { value: "YEARLY", label: "Every year" },
    ...(rule && repeat === "other" ? [{ value: "other" as const, label: ruleInWords(rule) }] : []),
  ]
  return (
    <>
      <Field label="Repeats" path="rrule">
        <Select options={repeats} {...form.choice("repeat")} />
      </Field>
      {repeat !== "never" && repeat !== "other" && (
        <Field label={`Every how many ${UNITS[repeat]}`}>
          <TextInput inputMode="numeric" className="w-24" {...form.text("interval")} />
        </Field>
      )}
      {repeat === "WEEKLY" && (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-2">
          <legend className="mb-1 font-medium">On these days (if none, the weekday it begins on)</legend>
          {DAYS.map((day) => (
            <Checkbox
              key={day}
              label={DAY_WORDS[day]}
              checked={days.includes(day)}
              onChange={(on) => form.set("days", on ? [...days, day] : days.filter((other) => other !== day))}
            />
          ))}
        </fieldset>
      )}
      {repeat === "MONTHLY" && weekday && (
        <Field label="On">
          <Select
            options={[
              { value: "date", label: "The same date" },
              { value: "weekday", label: `The ${NTH[weekday.nth]} ${DAY_WORDS[weekday.day]}` },
            ]}
            {...form.choice("monthlyBy")}
          />
        </Field>
      )}
      {repeat !== "never" && (
        <Field
          label="Time zone"
          path="timeZone"
          hint="The time of day stays the same there. Where clocks go forward, an occurrence whose time does not exist that day is left out."
        >
          <Combobox
            label="Time zone"
            clearable={false}
            options={ZONES}
            value={{ id: timeZone, label: timeZone }}
            onChange={(zone) => zone && form.set("timeZone", zone.id)}
          />
        </Field>
      )}
      {repeat !== "never" && repeat !== "other" && (
        <Field label="Ends repeating">
          <Select
            options={[
              { value: "never", label: "Never" },
              { value: "until", label: "At a time" },
              { value: "count", label: "After a number of times" },
            ]}
            {...form.choice("ends")}
          />
        </Field>
      )}
      {repeat !== "never" && ends === "until" && (
        <Field label="Until">
          <DateTimeInput {...form.choice("until")} />
        </Field>
      )}
      {repeat !== "never" && ends === "count" && (
        <Field label="How many times">
          <TextInput inputMode="numeric" className="w-24" {...form.text("count")} />
        </Field>
      )}
    </>
  )
}

const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map((id) => ({
  id,
  label: id,
}))
