import { job } from "../../access/points/job.ts"
import { changePassword } from "./account/change-password.ts"
import { confirmEmailChange } from "./account/confirm-email-change.ts"
import { mailEmailChange, mailEmailChangeJob } from "./account/mail-email-change.ts"
import { mailEmailChangeNotice, mailEmailChangeNoticeJob } from "./account/mail-email-change-notice.ts"
import { mailPasswordReset, mailPasswordResetJob } from "./account/mail-password-reset.ts"
import { me } from "./account/me.ts"
import { requestEmailChange } from "./account/request-email-change.ts"
import { requestPasswordReset } from "./account/request-password-reset.ts"
import { resetPassword } from "./account/reset-password.ts"
import { updatePreferences } from "./account/update-preferences.ts"
import { updateProfile } from "./account/update-profile.ts"
import { confirmTotp } from "./second-factor/confirm-totp.ts"
import { disableTotp } from "./second-factor/disable-totp.ts"
import { finishPasskeyRegistration } from "./second-factor/finish-passkey-registration.ts"
import { finishPasskeySignIn } from "./second-factor/finish-passkey-sign-in.ts"
import { listPasskeys } from "./second-factor/list-passkeys.ts"
import { removePasskey } from "./second-factor/remove-passkey.ts"
import { renewBackupCodes } from "./second-factor/renew-backup-codes.ts"
import { startPasskeyRegistration } from "./second-factor/start-passkey-registration.ts"
import { startPasskeySignIn } from "./second-factor/start-passkey-sign-in.ts"
import { startTotp } from "./second-factor/start-totp.ts"
import { acceptInvitation } from "./set-up/accept-invitation.ts"
import { createFirstAdministrator } from "./set-up/create-first-administrator.ts"
import { describeInvitation } from "./set-up/describe-invitation.ts"
import { issueSetUpCode } from "./set-up/issue-set-up-code.ts"
import { mailInvitation, mailInvitationJob } from "./set-up/mail-invitation.ts"
import { setUp } from "./set-up/set-up.ts"
import { listSessions } from "./sign-in/list-sessions.ts"
import { revokeSession } from "./sign-in/revoke-session.ts"
import { signIn } from "./sign-in/sign-in.ts"
import { signOut } from "./sign-in/sign-out.ts"
import { signOutEverywhere } from "./sign-in/sign-out-everywhere.ts"
import { sweepSessions } from "./sign-in/sweep-sessions.ts"
import { verifySecondFactor } from "./sign-in/verify-second-factor.ts"

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
  mailInvitationJob,
  mailPasswordResetJob,
  mailEmailChangeJob,
  mailEmailChangeNoticeJob,
]
