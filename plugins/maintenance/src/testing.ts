import { defineTesting } from "@countersign/testing"

export const testing = defineTesting({})
