export { AppFrame, type AppFrameProps, type NavItem } from "./AppFrame.tsx"
export { AuthPage, type AuthPageProps, Brand } from "./AuthPage.tsx"
export { Avatar, type AvatarProps } from "./Avatar.tsx"
export { Badge, type BadgeProps, type BadgeTone, CountBadge, type CountBadgeProps } from "./Badge.tsx"
export { BulkBar, type BulkBarProps } from "./BulkBar.tsx"
export {
  Button,
  ButtonLink,
  type ButtonLinkProps,
  type ButtonProps,
  type ButtonSize,
  type ButtonVariant,
  LinkButton,
  type LinkButtonProps,
} from "./Button.tsx"
export { Checkbox, type CheckboxProps } from "./Checkbox.tsx"
export { CodeBlock, type CodeBlockProps } from "./CodeBlock.tsx"
export { Combobox, type ComboboxProps } from "./Combobox.tsx"
export { CommandPalette, type CommandPaletteProps, type PaletteItem, type PaletteSource } from "./CommandPalette.tsx"
export { ConfirmDialog, type ConfirmDialogProps } from "./ConfirmDialog.tsx"
export { CopyField, type CopyFieldProps, useCopy } from "./CopyField.tsx"
export { type Bar, BarChart, type BarChartProps, type ChartSeries } from "./chart/BarChart.tsx"
export { AppliedCard, type AppliedCardProps } from "./chat/AppliedCard.tsx"
export type { AppliedBlock, ChatBlock, ChatItem, ProposalBlock } from "./chat/blocks.ts"
export { ChoicePicker, type ChoicePickerProps } from "./chat/ChoicePicker.tsx"
export { Composer, type ComposerHandle, type ComposerProps } from "./chat/Composer.tsx"
export { ComposerLock, type ComposerLockProps } from "./chat/ComposerLock.tsx"
export { ContextMeter, type ContextMeterProps } from "./chat/ContextMeter.tsx"
export { type ConversationEntry, ConversationList, type ConversationListProps } from "./chat/ConversationList.tsx"
export type { ThreadParts } from "./chat/MessageView.tsx"
export { type ModelGroup, ModelPicker, type ModelPickerHandle, type ModelPickerProps } from "./chat/ModelPicker.tsx"
export { ProposalEditDialog, type ProposalEditDialogProps } from "./chat/ProposalEditDialog.tsx"
export { Recovery, type RecoveryProps } from "./chat/Recovery.tsx"
export type { ChatImage } from "./chat/read-image.ts"
export { Suggestions, type SuggestionsProps } from "./chat/Suggestions.tsx"
export { Thread, type ThreadProps } from "./chat/Thread.tsx"
export { cx } from "./class-names.ts"
export { type Column, DataTable, type DataTableProps, type Sort } from "./DataTable.tsx"
export { Dialog, type DialogProps } from "./Dialog.tsx"
export { type DiffRow, DiffTable, type DiffTableProps, type DiffValue } from "./DiffTable.tsx"
export { Drawer, type DrawerProps } from "./Drawer.tsx"
export { EmptyState, type EmptyStateProps } from "./EmptyState.tsx"
export { Field, type FieldProps } from "./Field.tsx"
export { Form, type FormFailure, type FormIssue, type FormProps } from "./Form.tsx"
export {
  formatBytes,
  formatCount,
  formatDate,
  formatDuration,
  formatExact,
  formatNumber,
  formatPercent,
  formatRelative,
  formatShort,
  type Instant,
} from "./format.ts"
export { spellHidden } from "./hidden-characters.ts"
export { IconButton, type IconButtonProps } from "./IconButton.tsx"
export { Kbd, type KbdProps } from "./Kbd.tsx"
export { type Fact, KeyValue, type KeyValueProps } from "./KeyValue.tsx"
export { LazyMarkdown, loadMarkdown } from "./LazyMarkdown.tsx"
export { LeaveDialog, type LeaveDialogProps } from "./LeaveDialog.tsx"
export {
  LinkProvider,
  type LinkProviderProps,
  type LinkRenderProps,
  type RenderLink,
  TextLink,
  type TextLinkProps,
  useRenderLink,
} from "./Link.tsx"
export { FilterBar, ListPage, type ListPageProps, PageHeader, type PageHeaderProps } from "./ListPage.tsx"
export { ListSearch, type ListSearchProps } from "./ListSearch.tsx"
export { LookalikeMark, type LookalikeMarkProps } from "./LookalikeMark.tsx"
export type { MarkdownProps } from "./Markdown.tsx"
export { Menu, type MenuEntry, type MenuItem, type MenuProps } from "./Menu.tsx"
export { MultiSelect, type MultiSelectProps } from "./MultiSelect.tsx"
export { useMediaQuery } from "./media-query.ts"
export { Notice, type NoticeProps, type NoticeTone } from "./Notice.tsx"
export type { Option, OptionSource } from "./OptionList.tsx"
export { Pagination, type PaginationProps } from "./Pagination.tsx"
export { PasswordInput, type PasswordInputProps } from "./PasswordInput.tsx"
export { PlainText, type PlainTextProps } from "./PlainText.tsx"
export {
  type Decide,
  ProposalCard,
  type ProposalCardProps,
  ProposalStatusBadge,
  type ProposalStatusBadgeProps,
  type Settle,
} from "./ProposalCard.tsx"
export {
  askedWords,
  PROPOSAL_STATUS_WORDS,
  type Proposal,
  type ProposalDiffRow,
  type ProposalParty,
  type ProposalStatus,
  type ProposalThing,
} from "./proposal.ts"
export { RadioGroup, type RadioGroupProps, type RadioOption } from "./RadioGroup.tsx"
export { rowMenuColumn } from "./RowMenu.tsx"
export { RowsField, type RowsFieldProps } from "./RowsField.tsx"
export { SegmentedControl, type SegmentedControlProps, type SegmentedOption } from "./SegmentedControl.tsx"
export { Select, type SelectOption, type SelectProps } from "./Select.tsx"
export {
  DangerAction,
  type DangerActionProps,
  DangerZone,
  type DangerZoneProps,
  SettingsPage,
  type SettingsPageProps,
  SettingsSection,
  type SettingsSectionProps,
} from "./SettingsPage.tsx"
export { SEVERITY_WORDS, type Severity, SeverityMark, type SeverityMarkProps } from "./SeverityMark.tsx"
export { type ShortcutGroup, ShortcutMapDialog, type ShortcutMapDialogProps } from "./ShortcutMap.tsx"
export { Skeleton, type SkeletonProps } from "./Skeleton.tsx"
export { STATUS_WORDS, STATUSES, type Status, StatusMark, type StatusMarkProps, StatusShape } from "./StatusMark.tsx"
export { type StatusSegment, StatusTimeline, type StatusTimelineProps } from "./StatusTimeline.tsx"
export { Switch, type SwitchProps } from "./Switch.tsx"
export { type ShortcutMap, type UseShortcutsOptions, useShortcuts } from "./shortcuts.ts"
export { type Tab, Tabs, type TabsProps } from "./Tabs.tsx"
export { Chip, type ChipProps, TagInput, type TagInputProps } from "./TagInput.tsx"
export { TextArea, type TextAreaProps } from "./TextArea.tsx"
export { SearchInput, type SearchInputProps, TextInput, type TextInputProps } from "./TextInput.tsx"
export { Breadcrumbs, type Crumb, Panel, ThingPage, type ThingPageProps } from "./ThingPage.tsx"
export { Time, type TimeProps } from "./Time.tsx"
export { TimeLeft, type TimeLeftProps } from "./TimeLeft.tsx"
export { Timeline, type TimelineEntry, type TimelineProps } from "./Timeline.tsx"
export { type Toast, type ToastApi, ToastProvider, type ToastTone, useToast } from "./Toasts.tsx"
export { Tooltip, type TooltipProps } from "./Tooltip.tsx"
export { applyTheme, type Theme, useTheme } from "./theme.ts"
export { TimeZoneContext, useTimeZone } from "./time-zone.ts"
export { WorkspacePage, type WorkspacePageProps, type WorkspacePanel } from "./WorkspacePage.tsx"
export { type DiffPart, wordDiff } from "./word-diff.ts"
