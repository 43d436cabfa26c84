import { createResetLink } from "./create-reset-link.ts"
import { disablePerson } from "./disable-person.ts"
import { enablePerson } from "./enable-person.ts"
import { eraseDepartedPeople } from "./erase-departed-people.ts"
import { erasePerson } from "./erase-person.ts"
import { explainAccess } from "./explain-access.ts"
import { getPerson } from "./get-person.ts"
import { getRetention } from "./get-retention.ts"
import { cancelInvitation } from "./invitations/cancel-invitation.ts"
import { invitePerson } from "./invitations/invite-person.ts"
import { listInvitations } from "./invitations/list-invitations.ts"
import { resendInvitation } from "./invitations/resend-invitation.ts"
import { listPeople } from "./list-people.ts"
import { resetSecondFactor } from "./reset-second-factor.ts"
import { signOutPerson } from "./sign-out-person.ts"
import { updatePerson } from "./update-person.ts"
import { updateRetention } from "./update-retention.ts"

export const peopleVerbs = {
  listPeople,
  getPerson,
  explainAccess,
  invitePerson,
  listInvitations,
  resendInvitation,
  cancelInvitation,
  updatePerson,
  createResetLink,
  disablePerson,
  enablePerson,
  signOutPerson,
  resetSecondFactor,
  erasePerson,
  getRetention,
  updateRetention,
  eraseDepartedPeople,
}
