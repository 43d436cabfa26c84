import { job } from "../../plugin.ts"
import { acceptInvitation } from "./accept-invitation.ts"
import { changePassword } from "./change-password.ts"
import { confirmEmailChange } from "./confirm-email-change.ts"
import { confirmTotp } from "./confirm-totp.ts"
import { createFirstAdministrator } from "./create-first-administrator.ts"
import { describeInvitation } from "./describe-invitation.ts"
import { disableTotp } from "./disable-totp.ts"
import { finishPasskeyRegistration } from "./finish-passkey-registration.ts"
import { finishPasskeySignIn } from "./finish-passkey-sign-in.ts"
import { issueSetUpCode } from "./issue-set-up-code.ts"
import { listPasskeys } from "./list-passkeys.ts"
import { listSessions } from "./list-sessions.ts"
import { mailEmailChange } from "./mail-email-change.ts"
import { mailEmailChangeNotice } from "./mail-email-change-notice.ts"
import { mailInvitation } from "./mail-invitation.ts"
import { mailPasswordReset } from "./mail-password-reset.ts"
import { me } from "./me.ts"
import { removePasskey } from "./remove-passkey.ts"
import { renewBackupCodes } from "./renew-backup-codes.ts"
import { requestEmailChange } from "./request-email-change.ts"
import { requestPasswordReset } from "./request-password-reset.ts"
import { resetPassword } from "./reset-password.ts"
import { revokeSession } from "./revoke-session.ts"
import { setUp } from "./set-up.ts"
import { signIn } from "./sign-in.ts"
import { signOut } from "./sign-out.ts"
import { signOutEverywhere } from "./sign-out-everywhere.ts"
import { startPasskeyRegistration } from "./start-passkey-registration.ts"
import { startPasskeySignIn } from "./start-passkey-sign-in.ts"
import { startTotp } from "./start-totp.ts"
import { sweepSessions } from "./sweep-sessions.ts"
import { updatePreferences } from "./update-preferences.ts"
import { updateProfile } from "./update-profile.ts"
import { verifySecondFactor } from "./verify-second-factor.ts"

export const sessionVerbs = {
  me,
  setUp,
  signIn,
  verifySecondFactor,
  signOut,
  signOutEverywhere,
  listSessions,
  revokeSession,
  updateProfile,
  updatePreferences,
  changePassword,
  requestEmailChange,
  confirmEmailChange,
  requestPasswordReset,
  resetPassword,
  describeInvitation,
  acceptInvitation,
  startTotp,
  confirmTotp,
  disableTotp,
  renewBackupCodes,
  listPasskeys,
  startPasskeyRegistration,
  finishPasskeyRegistration,
  removePasskey,
  startPasskeySignIn,
  finishPasskeySignIn,
  issueSetUpCode,
  createFirstAdministrator,
  mailInvitation,
  mailPasswordReset,
  mailEmailChange,
  mailEmailChangeNotice,
  sweepSessions,
}

export const sessionJobs = [
  job("platform.sweepSessions", sweepSessions, { schedule: "7 * * * *" }),
  job("platform.mailInvitation", mailInvitation),
  job("platform.mailPasswordReset", mailPasswordReset),
  job("platform.mailEmailChange", mailEmailChange),
  job("platform.mailEmailChangeNotice", mailEmailChangeNotice),
]
